import Execution
import StoreIO

/// Recovers crash states and finds the commit that each recovers to.
///
/// It skips images that it has seen before, and recovered pages that equal a commit's.
///
///     state ─▶ image known? ─▶ recover ─▶ pages of a commit? ─▶ full check ─▶ rows of a commit?
///                 verdict                    its number           broken          its number
final class StateChecker {
    private let history: CommitHistory
    private let invariants: StoreInvariants
    private let externals: ExternalInvariants
    private let writableEvery: Int
    private var verdicts: [ImageDigest: StateVerdict] = [:]
    /// The digests of all rows after each commit; made when first needed.
    private var tables: [RowDigest: Int]?
    /// Images that were opened, and those that were checked row by row.
    private(set) var images = 0
    private(set) var checks = 0
    /// Images with files of large values that no row names, and those of them that the engine
    /// opened: one in four, which take some ten milliseconds each.
    private(set) var orphaned = 0
    private(set) var opened = 0
    private static let openedEvery = 4
    /// Time of the checks, from the image to the verdict, on the real clock.
    private(set) var checkingTime = Duration.zero

    init(
        _ history: CommitHistory, _ invariants: StoreInvariants, _ externals: ExternalInvariants,
        writableEvery: Int
    ) {
        self.history = history
        self.invariants = invariants
        self.externals = externals
        self.writableEvery = writableEvery
    }

    func verdict(of disk: DiskImage) -> StateVerdict {
        let digest = disk.digest
        if let known = verdicts[digest] { return known }
        images += 1
        let verdict = recover(disk)
        verdicts[digest] = verdict
        return verdict
    }

    private func recover(_ disk: DiskImage) -> StateVerdict {
        let began = ThreadClock.monotonic
        do {
            let recovered = try RecoveredStore(disk)
            if images.isMultiple(of: writableEvery), let problem = try Self.problem(of: recovered) {
                return .broken(problem)
            }
            let known = history.index(of: recovered.pages)
            // What no commit left has to be a store at all before its rows are asked for files.
            if known != nil, let problem = try externalProblem(of: recovered, disk) {
                return .broken(problem)
            }
            if let known { return .commit(known) }
            checks += 1
            defer { checkingTime += ThreadClock.monotonic - began }
            return try check(recovered)
        } catch {
            return .broken("\(error)")
        }
    }

    /// Checks a store whose pages equal no commit's.
    private func check(_ recovered: RecoveredStore) throws -> StateVerdict {
        let problems = try invariants.problems(in: recovered.connection)
        if let first = problems.first {
            return .broken(problems.count == 1 ? first : "\(first), and \(problems.count - 1) more")
        }
        let digest = try TablesDigest.of(recovered.connection)
        if let commit = try commitsByTables()[digest] {
            return try externalProblem(of: recovered, recovered.disk).map { .broken($0) }
                ?? .commit(commit)
        }
        return .broken("it is whole for SQLite, and holds what no commit has left")
    }

    /// Checks the files of large values, and now and then what opening the store leaves of them.
    private func externalProblem(
        of recovered: RecoveredStore, _ crashed: DiskImage
    ) throws -> String? {
        guard !externals.isEmpty else { return nil }
        let names = try externals.names(in: recovered.connection)
        if let problem = externals.problem(in: recovered, names) { return problem }
        guard !names.isSuperset(of: crashed.externals.keys) else { return nil }
        orphaned += 1
        guard orphaned % Self.openedEvery == 1 else { return nil }
        opened += 1
        return try externals.problem(afterOpening: crashed, names)
    }

    private func commitsByTables() throws -> [RowDigest: Int] {
        if let tables { return tables }
        var tables: [RowDigest: Int] = [:]
        for (index, commit) in history.commits.enumerated() {
            tables[try TablesDigest.of(DatabaseConnection(recovering: commit.disk.copy()))] = index
        }
        self.tables = tables
        return tables
    }

    /// Checks that a recovered store is the same when it is opened again, and accepts a save.
    private static func problem(of recovered: RecoveredStore) throws -> String? {
        let again = try RecoveredStore(recovered.disk)
        guard again.pages == recovered.pages else {
            return "opened a second time it holds something else"
        }
        try again.connection.run("BEGIN IMMEDIATE")
        try again.connection.run("CREATE TABLE LAB_PROBE (A INTEGER)")
        try again.connection.run("INSERT INTO LAB_PROBE VALUES (42)")
        try again.connection.run("COMMIT")
        let kept = try RecoveredStore(again.disk).connection
        guard try kept.number("SELECT A FROM LAB_PROBE") == 42 else {
            return "it took a save and lost it"
        }
        return nil
    }
}

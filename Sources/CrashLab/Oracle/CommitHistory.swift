import Execution
import Probes
import Runs
import StoreIO
import Topologies

/// Every transaction that a recorded run has committed: its position, its time, and the store after
/// it.
///
/// Commit 0 is the store before the run. A crash must leave the store after one of these, and
/// nothing between.
struct CommitHistory {
    struct Commit {
        /// The position of the mark in the log; for commit 0, the position at which the run began.
        let position: Int
        let at: Instant
        /// Its number among all commits of the log, including those before the run; −1 for commit 0
        /// of a log that has none before.
        let mark: Int
        /// The digest of the database's pages after recovery.
        let pages: ImageDigest
        /// The operations that are committed by now, by the events.
        var operations: [Int]
        /// Whether an event names the writer of the transaction.
        var isClaimed = false
        /// The recovered store.
        let disk: DiskImage
    }

    private(set) var commits: [Commit] = []
    /// For each entry of the ledger, the commit that took it; `nil` for none.
    private(set) var commitOfEntry: [Int?] = []
    /// The state that all events add up to.
    private(set) var account: KillLedger.Account
    /// The same, except that a transaction counts as committed from its mark on.
    ///
    /// By the time of its event, another writer may have committed.
    private var stored: KillLedger.Account
    private var owners = TransactionOwners()
    private var indexOfPages: [ImageDigest: Int] = [:]

    /// Plays the recording back and recovers the store at each commit.
    ///
    /// - Throws: `StoreIOError` if a store cannot even be opened at a commit.
    init(_ recording: Recording) throws {
        account = KillLedger.Account(recording.topology)
        stored = account
        let replay = DiskReplay(recording.log)
        replay.advance(to: recording.began)
        try add(replay, at: recording.log.operations[recording.began].at)
        commits[0].isClaimed = true
        for index in recording.began..<recording.log.operations.count {
            let operation = recording.log.operations[index]
            replay.advance(to: index + 1)
            if operation.kind == .commit {
                try add(replay, at: operation.at)
                owners.didMark()
            }
            guard let event = recording.event(of: operation) else { continue }
            take(event)
        }
    }

    private mutating func take(_ event: SharedLedger.Record) {
        let context = Int(event.kind >> 8)
        let owner =
            switch KillLedger.Event(rawValue: event.kind & 0xFF) {
            case .committing: owners.willCommit(context)
            case .committed: owners.didCommit(context)
            default: Int?.none
            }
        if let owner { claim(for: account.names[owner], at: event.at) }
        account.take(event)
        stored.take(event)
    }

    private mutating func add(_ replay: DiskReplay, at instant: Instant) throws {
        let recovered = try RecoveredStore(replay.current)
        // A transaction that changed nothing, as one that only reserved keys that it had.
        if let last = commits.last, last.pages == recovered.pages { return }
        indexOfPages[recovered.pages] = commits.count
        let marks = replay.log.operations[..<replay.position].count { $0.kind == .commit }
        commits.append(
            Commit(
                position: replay.position - 1, at: instant, mark: marks - 1, pages: recovered.pages,
                operations: commits.last?.operations ?? [], disk: recovered.disk))
    }

    /// Assigns the last transaction to a context's save.
    private mutating func claim(for context: String, at instant: Instant) {
        stored.ledger.didCommit(context, at: instant)
        let entries = stored.ledger.entries
        commitOfEntry += Array(repeating: nil, count: entries.count - commitOfEntry.count)
        for index in entries.indices
        where entries[index].committed != nil && commitOfEntry[index] == nil {
            commitOfEntry[index] = commits.count - 1
        }
        commits[commits.count - 1].operations = stored.ledger.committedOperations
        commits[commits.count - 1].isClaimed = true
    }

    /// The commit whose pages these are.
    func index(of pages: ImageDigest) -> Int? { indexOfPages[pages] }

    /// The number of transactions that were committed before a position in the log.
    func last(before position: Int) -> Int {
        // Linear: callers ask at rising positions, and commits are some hundred.
        (commits.lastIndex { $0.position < position }) ?? 0
    }
}

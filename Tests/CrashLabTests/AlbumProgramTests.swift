import CoreData
import CrashLab
import Foundation
import Runs
import Testing

/// Random programs over history, query generations and files of large values, and what crashes
/// leave of their stores.
///
///     LAB_TEST_SEED=4711 swift test --filter AlbumProgram
@Suite(.timeLimit(.minutes(120)), .serialized) struct AlbumProgramTests {
    private static let states = 5

    /// `LAB_TEST_PROGRAMS=10000` takes more than 80, from `LAB_TEST_FIRST_SEED` on;
    /// `LAB_TEST_SEED=17` takes that one alone.
    private static var seeds: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        func number(_ key: String) -> UInt64? { environment[key].flatMap(UInt64.init) }
        if let seed = number("LAB_TEST_SEED") { return [seed] }
        let (first, last) = (number("LAB_TEST_FIRST_SEED") ?? 1, number("LAB_TEST_PROGRAMS") ?? 80)
        return first > last ? [] : Array(first...last)
    }

    /// What a batch of programs came to.
    private struct Tally {
        var programs = 0, states = 0, powerLosses = 0, sights = 0, purges = 0
        var files = 0
        var problems: [String] = []
    }

    private static func run(
        _ seeds: [UInt64], options: [AnyHashable: Any] = [:], mode: (String, String)? = nil,
        control: CrashControl? = nil, damage: String? = nil, orphan: String? = nil,
        pins: Bool = true
    ) throws -> Tally {
        let folder = try ScratchFolder.inMemory()
        defer { folder.remove() }
        var tally = Tally()
        for seed in seeds {
            let model = AlbumStore.model()
            let place = try ScratchFolder(in: folder)
            defer { place.remove() }
            let record = try AlbumProgram.run(
                seed, in: place.path, model, options, mode: mode, pins: pins)
            tally.programs += 1
            tally.sights += record.sights.count
            tally.problems += record.failures.map { "seed \(seed), \(record.mode): \($0)" }
            tally.purges += record.events.count { if case .purged = $0 { true } else { false } }
            guard let log = record.log, tally.problems.isEmpty else { break }
            tally.files += log.files.count { $0.class == .external }
            var judge = AlbumJudge(record, model)
            (judge.damage, judge.orphan) = (damage, orphan)
            let crashes = CrashStates(
                of: log, from: record.began, count: Self.states, seed: seed, control: control)
            crashes.visit { state in
                tally.states += 1
                if state.isPowerLoss { tally.powerLosses += 1 }
                let found: [String]
                do {
                    found = try judge.problems(of: state, in: folder)
                } catch {
                    found = ["\(error)"]
                }
                tally.problems += found.map {
                    "seed \(seed), \(record.mode)/\(record.synchronous), \(state.name): \($0)"
                }
            }
            if !tally.problems.isEmpty { break }
        }
        return tally
    }

    @Test func `No crash loses a token, tells a change twice, or orphans a file`() throws {
        let seeds = Self.seeds
        let tally = try Self.run(seeds)
        for problem in tally.problems { Issue.record("\(problem)") }
        if seeds.count > 1_000 {
            try FileHandle.standardError.write(contentsOf: Data("\(tally)\n".utf8))
        }
        // It was a test of something.
        #expect(tally.states == seeds.count * Self.states)
        guard seeds.count > 10 else { return }
        #expect(tally.powerLosses > seeds.count)
        #expect(tally.sights > seeds.count)
        #expect(tally.purges > seeds.count / 4)
        #expect(tally.files > seeds.count)
    }

    // MARK: What is broken on purpose

    /// The first problem of some programs with something amiss.
    private static func problem(
        _ options: [AnyHashable: Any] = [:], mode: (String, String)? = nil,
        control: CrashControl? = nil, damage: String? = nil, orphan: String? = nil,
        pins: Bool = true
    ) throws -> String {
        try run(
            Array(1...30), options: options, mode: mode, control: control, damage: damage,
            orphan: orphan, pins: pins
        ).problems.first ?? "none"
    }

    @Test func `A save in two transactions is found`() throws {
        let found = try Self.problem([SQLiteStoreOption.splitsSaves: true])
        #expect(found.contains("the rows are") || found.contains("is told"))
    }

    @Test func `A reader that is not pinned sees half a save`() throws {
        let found = try Self.problem(mode: ("WAL", "NORMAL"), pins: false)
        #expect(found.contains("half a save"))
    }

    @Test(arguments: [
        (("WAL", "FULL"), CrashControl.noWALSync), (("DELETE", "EXTRA"), .noSync),
        (("TRUNCATE", "FULL"), .noJournalSync),
    ])
    func `A commit that was not synced is lost, or breaks the store`(
        _ mode: (String, String), _ control: CrashControl
    ) throws {
        #expect(try Self.problem(mode: mode, control: control) != "none")
    }

    @Test func `The file of a large value that was not synced is missed`() throws {
        let found = try Self.problem(mode: ("WAL", "FULL"), control: .noFileSync)
        #expect(found.contains("the rows are"))
    }

    @Test(arguments: [
        (("WAL", "NORMAL"), "pinned reader"), (("DELETE", "EXTRA"), "the rows are"),
    ])
    func `A file that goes before its commit is missed`(
        _ mode: (String, String), _ words: String
    ) throws {
        let found = try Self.problem(
            [SQLiteStoreOption.removesFilesEarly: true], mode: mode)
        #expect(found.contains(words), "\(found)")
    }

    @Test func `A file that no row names is found`() throws {
        let name = ".store_SUPPORT/_EXTERNAL_DATA/\(UUID().uuidString)"
        #expect(try Self.problem(orphan: name).contains("files stay that no row names"))
    }

    /// Another problem comes first where history was purged or kept up to the damaged row, so that
    /// several programs are damaged.
    @Test(arguments: [
        ("DELETE FROM ACHANGE WHERE Z_PK = (SELECT max(Z_PK) FROM ACHANGE)", "is told as"),
        ("UPDATE ACHANGE SET ZCHANGETYPE = 1 - ZCHANGETYPE WHERE ZCHANGETYPE < 2", "is told as"),
        ("DELETE FROM ATRANSACTION WHERE Z_PK = (SELECT max(Z_PK) - 1 FROM ATRANSACTION)", "once"),
        ("DELETE FROM ATRANSACTION WHERE Z_PK < (SELECT max(Z_PK) FROM ATRANSACTION)", "begins"),
        ("DELETE FROM ATRANSACTION WHERE Z_PK = (SELECT max(Z_PK) FROM ATRANSACTION)", "after"),
        ("DELETE FROM ZITEM", "the rows are"),
        ("UPDATE ZTALLY SET ZVALUE = -1", "the rows are"),
        ("UPDATE Z_METADATA SET Z_UUID = '2A64F4C5-5D5A-4B0E-9B4E-0C4C7C6B1F11'", "token"),
    ])
    func `Rows without history, history without rows and lost tokens are found`(
        _ damage: String, _ words: String
    ) throws {
        let found = try (1...8).compactMap { seed in
            try Self.run([seed], mode: ("WAL", "FULL"), damage: damage).problems.first
        }
        #expect(found.count == 8, "\(found)")
        #expect(found.contains { $0.contains(words) }, "\(found)")
    }
}

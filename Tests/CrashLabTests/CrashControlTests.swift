import CrashLab
import Results
import Runs
import Testing

/// Stores that are broken on purpose: each must be caught within 2,000 samples, or that the lab
/// finds nothing elsewhere means nothing.
@Suite(.serialized) struct CrashControlTests {
    private static func caught(
        _ journal: String, _ synchronous: String, _ control: CrashControl? = nil,
        samples: Int = 2_000, settings: [WorkloadSetting] = []
    ) throws -> [CrashViolation] {
        try ExplorationTests.explore(journal, synchronous, settings: settings) { options in
            options.samples = samples
            options.prefixLimit = 0
            options.control = control?.rawValue
            options.stopsAtViolation = true
        }.violations
    }

    /// A log that is folded in every 20 pages begins anew some ten times in a run.
    private static let smallLog = [WorkloadSetting(key: "store.checkpoint", value: "20")]

    @Test(arguments: ["delete", "wal"])
    func `Without any sync, asked for or not, a store breaks`(journal: String) throws {
        #expect(try !Self.caught(journal, "off", settings: Self.smallLog).isEmpty)
        #expect(try !Self.caught(journal, "full", .noSync, settings: Self.smallLog).isEmpty)
    }

    @Test func `A log that is never synced before it is folded in is caught`() throws {
        #expect(try !Self.caught("wal", "normal", .noWALSync, settings: Self.smallLog).isEmpty)
        #expect(try !Self.caught("wal", "full", .noWALSync).isEmpty)
    }

    @Test func `A commit that no sync keeps is caught where it is done, without samples`() throws {
        let found = try Self.caught("wal", "full", .noWALSync, samples: 0)
        #expect(found.contains { $0.state.hasPrefix("P0/") && $0.message.contains("promised") })
        #expect(try Self.caught("wal", "full", samples: 0) == [])
    }

    @Test func `A journal that is never synced is caught`() throws {
        #expect(try !Self.caught("delete", "full", .noJournalSync).isEmpty)
    }

    @Test func `A log's header that is not synced when the log begins anew is caught`() throws {
        #expect(
            try !Self.caught("wal", "normal", .noWALHeaderSync, settings: Self.smallLog).isEmpty)
    }

    @Test func `A save that is split in two transactions is caught`() throws {
        let found = try Self.caught("wal", "full", .splitSave)
        #expect(found.contains { $0.message.contains("a transaction that is no save's") })
    }

    @Test func `An acknowledgement ahead of its commit is caught where more is promised`() throws {
        #expect(
            try Self.caught("wal", "full", .earlyAcknowledgement).contains {
                $0.message.contains("told to be saved before they were committed")
            })
    }

    @Test func `Each of these stores is whole when nothing is broken`() throws {
        for (journal, synchronous) in [("wal", "normal"), ("wal", "full"), ("delete", "full")] {
            #expect(try Self.caught(journal, synchronous, settings: Self.smallLog) == [])
        }
    }
}

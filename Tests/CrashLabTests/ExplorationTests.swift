import CrashLab
import Foundation
import WorkloadEngine
import Results
import Runs
import Testing

/// The crash states of smoke, recorded in virtual time: each mode of SQLite loses the documented
/// commits, and nothing else ever breaks.
@Suite(.serialized) struct ExplorationTests {
    static func explore(
        _ journal: String, _ synchronous: String, variant: String = "siblings",
        settings: [WorkloadSetting] = [], _ change: (inout ExplorationRequest) -> Void
    ) throws -> ExplorationRecord {
        let workload = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Workloads/smoke.yaml")
        let setup = try RunSetup(
            workload: workload.path,
            settings: settings + [
                .init(key: "store.journal", value: journal),
                .init(key: "store.synchronous", value: synchronous),
            ])
        let folder = try ScratchFolder()
        defer { folder.remove() }
        var options = ExplorationRequest()
        change(&options)
        return try Exploration(
            setup, topology: setup.topology(variant), variant: variant, in: folder.path, options
        ).run()
    }

    @Test(arguments: [
        ("wal", "normal", 13), ("wal", "full", 0), ("delete", "full", 1), ("delete", "extra", 0),
        ("truncate", "full", 0), ("persist", "full", 0),
    ])
    func `A loss of power takes what the mode is known for, and nothing else breaks`(
        journal: String, synchronous: String, lost: Int
    ) throws {
        let record = try Self.explore(journal, synchronous) { $0.samples = 400 }
        #expect(record.violations == [])
        #expect(record.commits == 13)
        #expect(record.commitsLostAtMost == lost)
        let states = record.tallies.reduce(0) { $0 + $1.states }
        #expect(states > 600)
    }

    @Test(arguments: [
        ("siblings-history", "wal"), ("siblings-history:history=purge-after-merge", "wal"),
        ("siblings-history:history-read=in-receiver,history=purge-older 60ms", "delete"),
        ("two-coordinators-history", "wal"), ("siblings-pinned", "wal"),
    ])
    func `No crash parts history from its data, and purges are no save's`(
        variant: String, journal: String
    ) throws {
        let record = try Self.explore(journal, "full", variant: variant) { $0.samples = 200 }
        #expect(record.violations == [])
        #expect(record.edits.allSatisfy { ($0.committed ?? .max) <= $0.saved ?? .max })
        // Each purge is a commit beside the saves.
        let purges = variant.contains("purge") || variant.contains("two")
        #expect((record.commits > 13) == purges)
    }

    @Test(arguments: ["single-main", "private-writer", "siblings", "child-of-main"])
    func `A kill loses what a topology holds in memory, whatever the mode`(
        variant: String
    ) throws {
        let record = try Self.explore("wal", "full", variant: variant) { $0.samples = 100 }
        #expect(record.violations == [])
        let late = record.edits.filter { edit in
            guard let saved = edit.saved else { return false }
            return (edit.committed ?? .max) > saved
        }
        #expect(late.isEmpty == (variant != "private-writer"))
    }

    @Test(arguments: ["siblings", "private-writer", "child-of-main", "single-main"])
    func `After a crash an import that was cancelled has whole batches, and none after it`(
        variant: String
    ) throws {
        let cancelled = WorkloadSetting(key: "roles.importer.cancel-after", value: "40%")
        let record = try Self.explore(
            "wal", "normal", variant: variant, settings: [cancelled]
        ) { $0.samples = 100 }
        #expect(record.violations == [])
        let whole = try Self.explore("wal", "normal", variant: variant) { $0.samples = 1 }
        // Of four batches one is saved, the second is given up, and two do not come.
        #expect(record.edits.count { $0.role == "importer" } == 1)
        #expect(whole.edits.count { $0.role == "importer" } == 4)
    }

    /// Two explorations agree in everything but images, the log's bytes and times.
    ///
    /// SQLite's random numbers belong to the process, and other tests draw from them. Times are
    /// real.
    @Test func `Two explorations of one seed find the same`() throws {
        let texts = try (0..<2).map { _ in
            var record = try Self.explore("wal", "full", variant: "private-writer") { options in
                options.samples = 100
            }
            #expect(record.judgingSeconds > 0)
            (record.judgingSeconds, record.checkingSeconds) = (0, 0)
            record.recording = ""
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(record), as: UTF8.self)
        }
        let same = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
        #expect(texts[0] == texts[1], "from \(texts[0].dropFirst(max(0, same - 40)).prefix(120))")
    }
}

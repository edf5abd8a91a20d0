import CrashLab
import Foundation
import Results
import Runs
import StoreIO
import Testing
import Topologies
import WorkloadEngine

struct `Faults without a crash` {
    /// Of the workload `smoke`: notes, and cities with a country.
    private static let script = Result {
        try FaultScript(RunSetup(workload: "smoke"))
    }

    private func run(
        _ name: String, _ mode: StoreMode, _ calls: [StoreCall] = StoreCall.allCases,
        stride: Int = 1
    ) throws -> FaultConfiguration {
        let folder = try ScratchFolder.inMemory()
        defer { folder.remove() }
        let topology = try #require(TopologyCatalogue.all.first { $0.name == name })
        var matrix = FaultMatrix(
            topology, variant: name, mode: mode, script: try Self.script.get(), seed: 7)
        matrix.calls = calls
        matrix.stride = stride
        return try matrix.run(in: folder.path)
    }

    private func violations(of configuration: FaultConfiguration) -> [String] {
        configuration.trials.flatMap { trial in trial.violations.map { "\(trial.name): \($0)" } }
    }

    private func summary(
        _ configuration: FaultConfiguration, _ call: String, _ file: String, _ code: String
    ) throws -> FaultSummary {
        try #require(
            configuration.summaries.first {
                $0.call == call && $0.file == file && $0.code == code
            })
    }

    @Test(arguments: TopologyCatalogue.all.map(\.name))
    func `No call that fails loses an edit, doubles one, or leaves one untold`(
        _ name: String
    ) throws {
        let configuration = try run(name, StoreMode(.wal, .full), stride: 4)
        // The fewest calls has the topology that is saved once, at the end.
        #expect(configuration.trials.count > 40)
        #expect(violations(of: configuration) == [])
        #expect(configuration.trials.allSatisfy { $0.hits > 0 && $0.retry != .failed })
    }

    @Test func `A save whose sync failed may be there after a kill, and may not be`() throws {
        let configuration = try run("single-main", StoreMode(.wal, .full), [.sync])
        let syncs = try summary(configuration, "sync", "wal", "syncFailure")
        #expect(syncs.ghosts > 0)
        #expect(syncs.told == syncs.ghosts + syncs.absent)
        #expect(syncs.retriedWell == syncs.told)
        let errors = configuration.trials.filter { $0.file == "wal" && $0.told > 0 }
        // SQLITE_IOERR_FSYNC and SQLITE_FULL, under Cocoa's codes for them.
        #expect(Set(errors.map(\.errorCodes)) == ["134180/1034", "640/13"])
    }

    @Test func `A write that fails is never a ghost, and its error comes to who saved`() throws {
        let configuration = try run("siblings", StoreMode(.wal, .full), [.write], stride: 3)
        let writes = try summary(configuration, "write", "wal", "full")
        #expect(writes.told == writes.trials)
        #expect(writes.ghosts == 0 && writes.absent == writes.trials)
    }

    @Test func `A checkpoint that fails takes nothing, and is nobody's error`() throws {
        let configuration = try run("single-main", StoreMode(.wal, .full), [.write])
        let writes = try summary(configuration, "write", "main", "ioError")
        #expect(writes.trials > 0)
        #expect(writes.swallowed == writes.trials && writes.violations == 0)
    }

    @Test func `The private writer's failures are silent, and counted in edits`() throws {
        let configuration = try run(
            "private-writer", StoreMode(.wal, .full), [.write], stride: 3)
        let writes = try summary(configuration, "write", "wal", "full")
        #expect(writes.silent == writes.trials && writes.told == 0)
        #expect(writes.silentEdits > 0)
        #expect(writes.retriedWell == writes.trials)
    }

    /// SQLite has committed when it cuts the journal to nothing; the sync of that can fail.
    @Test func `A commit that stands though its last sync failed is not saved a second time`()
        throws
    {
        let configuration = try run("single-main", StoreMode(.truncate, .full), [.sync])
        #expect(violations(of: configuration) == [])
        let syncs = try summary(configuration, "sync", "journal", "syncFailure")
        #expect(syncs.swallowed > 0)
    }

    @Test func `In journal mode DELETE a failed save is rolled back`() throws {
        let configuration = try run(
            "child-of-main", StoreMode(.delete, .full), [.sync, .delete, .write], stride: 9)
        #expect(violations(of: configuration) == [])
        #expect(configuration.trials.allSatisfy { $0.ghost == .wasNot })
    }

    @Test func `The same seed gives the same verdicts`() throws {
        let first = try run("private-writer", StoreMode(.wal, .full), [.sync, .read], stride: 3)
        let second = try run("private-writer", StoreMode(.wal, .full), [.sync, .read], stride: 3)
        #expect(first == second)
    }

    @Test(arguments: FaultScenario.allCases)
    func `A story of two saves ends as it must`(_ scenario: FaultScenario) throws {
        let folder = try ScratchFolder.inMemory()
        defer { folder.remove() }
        let record = try scenario.play(
            StoreMode(.wal, .full), script: try Self.script.get(), seed: 7, in: folder.path)
        #expect(record.violations == [])
        #expect(record.findings.count >= 5)
        #expect((record.silentEdits > 0) == (scenario == .writerFailsLater))
    }
}

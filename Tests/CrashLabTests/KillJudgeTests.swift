import CrashLab
import Execution
import Foundation
import Probes
import Results
import Runs
import Testing
import Topologies
import WorkloadEngine

/// A store that was made and never written to, judged by various ledgers.
struct `The judge of killed stores` {
    private struct Setting {
        let setup: RunSetup
        let folder: ScratchFolder
        let copy: ScratchFolder

        init() throws {
            let workloads = URL(filePath: #filePath)
                .deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Workloads")
            setup = try RunSetup(workload: workloads.appending(path: "smoke.yaml").path)
            folder = try ScratchFolder()
            copy = try ScratchFolder(in: folder)
            _ = try setup.makeStack(setup.topology("single-main"), in: folder.path, observer: nil)
        }

        func judge(
            _ ledger: EditLedger
        ) throws -> (verdict: CrashVerdict, detail: String, lost: Int) {
            let order = KillOrder(index: 1, point: .random, delay: .zero, occurrence: 0)
            let record = KillJudge(setup: setup, topology: try setup.topology("single-main"))
                .judge(
                    order, account: KillLedger.Account(ledger: ledger), storeIn: folder.path,
                    copyFolder: copy.path)
            return (record.verdict, record.detail, record.editsLost)
        }
    }

    /// The preload of fifty notes, edited and saved by an app that believes them saved.
    private func ledger(upTo moment: Int) -> EditLedger {
        let now = Instant(nanoseconds: 0)
        var ledger = EditLedger(parents: [:])
        ledger.edit(operation: 0, count: 50, in: "main", at: now)
        if moment > 0 { ledger.willSave("main") }
        if moment > 1 { ledger.didSave("main", at: now) }
        return ledger
    }

    @Test func `An empty store is predicted by a ledger without a save`() throws {
        let setting = try Setting()
        defer { setting.folder.remove() }
        #expect(try setting.judge(ledger(upTo: 0)).verdict == .predicted)
    }

    @Test func `A transaction in flight may be missing`() throws {
        let setting = try Setting()
        defer { setting.folder.remove() }
        #expect(try setting.judge(ledger(upTo: 1)).verdict == .predicted)
    }

    @Test func `An acknowledged save that the store lacks is a violation`() throws {
        let setting = try Setting()
        defer { setting.folder.remove() }
        let found = try setting.judge(ledger(upTo: 2))
        #expect(found.verdict == .violation)
        #expect(found.detail.contains("missing Note"))
    }

    @Test func `A store that SQLite finds broken is a violation`() throws {
        let setting = try Setting()
        defer { setting.folder.remove() }
        let path = setting.folder.file(RunSetup.storeName)
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
        try Data(repeating: 0x2A, count: 8192).write(to: URL(filePath: path))
        #expect(try setting.judge(ledger(upTo: 0)).verdict == .violation)
    }

    @Test func `A believed save that never reached the store is a loss and no violation`() throws {
        let setting = try Setting()
        defer { setting.folder.remove() }
        let now = Instant(nanoseconds: 0)
        var ledger = EditLedger(parents: ["main": "writer"])
        ledger.edit(operation: 0, count: 50, in: "main", at: now)
        ledger.willSave("main")
        ledger.didSave("main", at: now)
        ledger.saved(operation: 0, at: now)
        let found = try setting.judge(ledger)
        #expect(found.verdict == .predicted)
        #expect(found.lost == 50)
    }
}

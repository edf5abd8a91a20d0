import CoreData
import Execution
import Foundation
import Probes
import Results
import StoreIO
import Topologies
import WorkloadEngine

/// Compares the store of a killed process with the content that its ledger predicts.
///
///     ledger ──▶ operations committed, and in flight ──▶ expected data ─┐
///     store.sqlite, -wal ──copy──▶ engine: content ────────────────────┴─▶ verdict
///                                ▶ SQLite: integrity_check
///
/// The original is never opened: opening recovers, and recovery writes.
package struct KillJudge {
    private let setup: RunSetup
    private let topology: Topology

    package init(setup: RunSetup, topology: Topology) {
        self.setup = setup
        self.topology = topology
    }

    /// Judges one killed child.
    ///
    /// - Parameters:
    ///   - account: the state that the ledger's records add up to.
    ///   - folder: the store's folder.
    ///   - copyFolder: an existing folder for the copy.
    package func judge(
        _ order: KillOrder, account: KillLedger.Account, storeIn folder: String,
        copyFolder: String
    ) -> CrashRecord {
        let ledger = account.ledger
        var record = CrashRecord(
            index: order.index, point: order.point.rawValue, at: instant(of: order, account),
            occurrence: order.occurrence, editsMade: ledger.edits { _ in true },
            editsSaved: ledger.edits { $0.saved != nil },
            editsCommitted: ledger.edits { $0.committed != nil }, editsRecovered: 0,
            editsLost: 0, editsDirtyLost: 0, verdict: .violation, detail: "")
        do {
            let copy = try copyStore(from: folder, to: copyFolder)
            let content = try read(copy)
            let problems = StoreCheck.problems(inDatabaseAt: copy)
            guard problems.isEmpty else {
                record.detail = "SQLite: \(problems.joined(separator: ", "))"
                return record
            }
            compare(content, with: ledger, into: &record)
        } catch {
            record.detail = "the store cannot be read: \(error)"
        }
        return record
    }

    /// Milliseconds from the run's begin to its end: as planned, or to the last thing written down.
    private func instant(of order: KillOrder, _ account: KillLedger.Account) -> Double {
        guard order.point != .random else { return order.delay.milliseconds }
        guard let began = account.began, let last = account.last else { return 0 }
        return (last - began).milliseconds
    }

    private func compare(
        _ content: StoreContent, with ledger: EditLedger, into record: inout CrashRecord
    ) {
        let possible = ledger.possibleContents
        for (index, operations) in possible.enumerated() {
            let expected = ExpectedData(setup.plan, applying: operations).content
            guard content == expected else { continue }
            let recovered = Set(operations)
            record.verdict = index == 0 ? .predicted : .predictedInFlight
            record.editsRecovered = ledger.edits { recovered.contains($0.operation) }
            record.editsLost = ledger.edits {
                $0.saved != nil && !recovered.contains($0.operation)
            }
            record.editsDirtyLost = ledger.edits {
                $0.saved == nil && !recovered.contains($0.operation)
            }
            return
        }
        let predicted = ExpectedData(setup.plan, applying: possible[0]).content
        record.detail = content.differences(from: predicted, limit: 3).joined(separator: "; ")
    }

    /// Copies the database and its other files except the shared memory, which SQLite rebuilds.
    private func copyStore(from folder: String, to copyFolder: String) throws -> String {
        let files = FileManager.default
        for suffix in ["", "-wal", "-journal"] {
            let source = URL(filePath: folder).appending(path: RunSetup.storeName + suffix).path
            guard files.fileExists(atPath: source) else { continue }
            let target = URL(filePath: copyFolder).appending(path: RunSetup.storeName + suffix)
            try files.copyItem(atPath: source, toPath: target.path)
        }
        let externals = StoreFile.externalFolder(besides: folder + "/" + RunSetup.storeName)
        let target = StoreFile.externalFolder(besides: copyFolder + "/" + RunSetup.storeName)
        if files.fileExists(atPath: externals) {
            try files.createDirectory(
                atPath: (target as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            try files.copyItem(atPath: externals, toPath: target)
        }
        return URL(filePath: copyFolder).appending(path: RunSetup.storeName).path
    }

    private func read(_ path: String) throws -> StoreContent {
        try StoreReader(
            plan: setup.plan, model: setup.model,
            options: setup.storeOptions(isTraced: false)
        ).read(storeAt: URL(filePath: path))
    }
}

extension EditLedger {
    /// How many edits the entries of a kind hold.
    func edits(where isIncluded: (Entry) -> Bool) -> Int {
        entries.reduce(0) { isIncluded($1) ? $0 + $1.count : $0 }
    }
}

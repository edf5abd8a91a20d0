import CrashLab
import Foundation
import Results
import Runs
import Testing
import WorkloadEngine

/// The crash states of a store whose rows name files with their large values: no row may name one
/// that is missing or short, and no file may stay without a row once the store was opened.
@Suite(.serialized) struct ExternalFileTests {
    private static let workloads = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Workloads")

    /// Orders, every second of which has an attachment in a file, and which are imported a second
    /// time with other attachments while a user deletes some.
    private static let orders = """
        schema: 1
        title: Orders
        question: What does a crash leave of their attachments?
        expect: those of whole batches
        seed: 1
        model: \(workloads.path)/Models/Shop.xcdatamodeld
        content:
          Order:
            number: key number
            attachment: bytes median 100000 p99 200000
            placedAt: date 2015..2025
            remark: words 1..6
            customer: one of 4 Customer
          Customer: { email: key text }
        roles:
          importer: { generate: 12, entity: Order, batch: 4, pace: 20ms, method: upsert }
          ui:
            arrivals: poisson 60/s
            mix: { add: 0.3, edit: 0.3, delete: 0.4 }
            page: 20
            save: after-edit
            edits: Order
            shows: remark
        phases:
          - { name: partners, partners: true, measured: false }
          - { name: preload, imported: 6, notes: 6, measured: false }
          - { name: import, for: 100ms, roles: [importer, ui] }
        """

    private static func explore(
        _ journal: String, _ synchronous: String, _ control: CrashControl? = nil,
        checkpoint: Int = 20
    ) throws -> ExplorationRecord {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let file = folder.file("orders.yaml")
        try Data(orders.utf8).write(to: URL(filePath: file))
        let setup = try RunSetup(
            workload: file,
            settings: [
                .init(key: "store.journal", value: journal),
                .init(key: "store.synchronous", value: synchronous),
                .init(key: "store.checkpoint", value: "\(checkpoint)"),
            ])
        let stores = try ScratchFolder(in: folder)
        var options = ExplorationRequest()
        options.samples = 100
        options.prefixLimit = 150
        options.control = control?.rawValue
        options.stopsAtViolation = control != nil
        return try Exploration(
            setup, topology: setup.topology("siblings"), variant: "siblings", in: stores.path,
            options
        ).run()
    }

    @Test(arguments: ["wal/normal", "wal/full", "delete/full", "truncate/full"])
    func `No crash leaves a row without its file, and opening no file without a row`(
        _ mode: String
    ) throws {
        let parts = mode.split(separator: "/").map(String.init)
        let record = try Self.explore(parts[0], parts[1])
        #expect(record.violations == [])
        #expect(record.commits >= 5)
        // Crashed saves do leave files, and some of these stores were opened.
        #expect(record.orphanedStates ?? 0 > 20)
        #expect(record.openedStates ?? 0 > 5)
    }

    @Test func `A file that is not synced before its commit is caught`() throws {
        let found = try Self.explore("wal", "full", .noFileSync).violations
        #expect(found.contains { $0.message.contains("of a large value") })
    }

    @Test(arguments: ["wal", "delete"])
    func `A file that goes before the commit that gives it up is caught`(
        _ journal: String
    ) throws {
        let found = try Self.explore(journal, "full", .earlyFileRemoval).violations
        #expect(found.contains { $0.message.contains("of a large value, which is not there") })
    }
}

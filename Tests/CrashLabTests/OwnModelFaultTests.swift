import CrashLab
import Foundation
import Results
import Runs
import StoreIO
import Testing
import Topologies
import WorkloadEngine

/// Calls that fail under a model of one's own: orders with lines in an order, discounts, tags that
/// others have, too, a customer, a derived attribute and attachments in files; and books, which are
/// products.
@Suite(.serialized) struct OwnModelFaultTests {
    private static let workloads = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Workloads")

    private static func shop(attachment: String, importer: String = "") -> String {
        """
        schema: 1
        title: Orders
        question: What does a failing call leave of them?
        expect: the orders of whole batches
        seed: 1
        model: \(workloads.path)/Models/Shop.xcdatamodeld
        content:
          Order:
            number: key number
            attachment: \(attachment)
            placedAt: date 2015..2025
            remark: words 1..6
            customer: one of 8 Customer
            lines: new 0..4 Line
            tags: some 0..3 of 9 Tag
          Line:
            article: words 1..3
            price: decimal 0..100
            quantity: integer 1..9
            discounts: new 0..2 Discount
          Discount: { percent: integer 1..90, reason: words 1..2 }
          Customer: { email: key text }
          Tag: { name: key text }
          Book: { code: key uuid, title: words 1..3, pages: integer 1..900 }
        roles:
          importer: { generate: 60, entity: Order, batch: 20, pace: 20ms\(importer) }
          ui:
            arrivals: poisson 100/s
            mix: { fetch-page: 0.2, add: 0.2, edit: 0.4, delete: 0.2 }
            page: 20
            save: after-edit
            edits: Book
            shows: remark
        phases:
          - { name: preload, notes: 10, measured: false }
          - { name: import, for: 80ms, roles: [importer, ui] }
        """
    }

    private static let small = "bytes 0..300"
    private static let large = "bytes median 90000 p99 130000"

    private static func script(_ text: String) throws -> FaultScript {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let file = folder.file("own.yaml")
        try Data(text.utf8).write(to: URL(filePath: file))
        return try FaultScript(RunSetup(workload: file))
    }

    private static func run(
        _ text: String, on name: String = "single-main", _ change: (inout FaultMatrix) -> Void
    ) throws -> FaultConfiguration {
        let folder = try ScratchFolder.inMemory()
        defer { folder.remove() }
        let topology = try #require(TopologyCatalogue.all.first { $0.name == name })
        var matrix = FaultMatrix(
            topology, variant: name, mode: StoreMode(.wal, .full), script: try script(text),
            seed: 7)
        change(&matrix)
        return try matrix.run(in: folder.path)
    }

    private static func violations(_ configuration: FaultConfiguration) -> [String] {
        configuration.trials.flatMap { trial in trial.violations.map { "\(trial.name): \($0)" } }
    }

    @Test(arguments: ["single-main", "private-writer", "siblings", "container-background"])
    func `No call that fails loses an order, doubles a line, or leaves an edit untold`(
        _ name: String
    ) throws {
        let found = try Self.run(Self.shop(attachment: Self.small), on: name) { $0.stride = 20 }
        #expect(Self.violations(found) == [])
        #expect(found.trials.count > 25)
        #expect(found.trials.allSatisfy { $0.hits > 0 && $0.retry != .failed })
        #expect(found.trials.contains { $0.told + $0.silentSaves > 0 })
    }

    @Test func `Nor do orders that are found and changed`() throws {
        let text = Self.shop(attachment: Self.small, importer: ", method: upsert")
        #expect(Self.violations(try Self.run(text) { $0.stride = 20 }) == [])
    }

    @Test func `A large value that cannot be written in its file fails the save that brings it`()
        throws
    {
        let found = try Self.run(Self.shop(attachment: Self.large)) {
            $0.files = [.external]
            $0.stride = 9
        }
        #expect(Self.violations(found) == [])
        let writes = found.trials.filter { $0.call == "write" }
        #expect(!writes.isEmpty)
        #expect(writes.allSatisfy { $0.told > 0 && $0.ghost == .wasNot && $0.retry == .ok })
        #expect(found.trials.contains { $0.call == "sync" })
    }

    @Test func `A call that the run never makes is named, and has no trial`() throws {
        let found = try Self.run(Self.shop(attachment: Self.small)) { $0.calls = [.sync] }
        #expect(found.uncalled.contains(.init(call: "write", file: "external")))
        #expect(found.uncalled.contains(.init(call: "sync", file: "journal")))
        #expect(!found.uncalled.contains(.init(call: "sync", file: "wal")))
        let large = try Self.run(Self.shop(attachment: Self.large)) { $0.calls = [] }
        #expect(!large.uncalled.contains(.init(call: "write", file: "external")))
    }

    @Test func `A save of orders that is split in two transactions is caught`() throws {
        let found = try Self.run(Self.shop(attachment: Self.small)) {
            $0.calls = [.write]
            $0.files = [.wal]
            $0.stride = 7
            $0.splitsSaves = true
        }
        #expect(Self.violations(found).contains { $0.contains("after a kill the store has") })
    }

    @Test(arguments: FaultScenario.allCases)
    func `A story of two saves ends as it must with orders, too`(_ scenario: FaultScenario) throws {
        let folder = try ScratchFolder.inMemory()
        defer { folder.remove() }
        let script = try Self.script(Self.shop(attachment: Self.small))
        #expect(scenario.obstacle(of: script) == nil)
        let record = try scenario.play(
            StoreMode(.wal, .full), script: script, seed: 7, in: folder.path)
        #expect(record.violations == [])
        #expect(record.findings.count >= 5)
    }

    @Test func `A story that a model cannot come to is named, and not told`() throws {
        // Of these, every value may be missing or has a default.
        let needless = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity name="Tag" syncable="YES">
                    <attribute name="name" optional="YES" attributeType="String"/>
                </entity>
            </model>
            """
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let model = URL(filePath: folder.file("Tags.xcdatamodel"))
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        try Data(needless.utf8).write(to: model.appending(path: "contents"))
        let tags = """
            schema: 1
            title: Tags
            question: What does a failing call leave of them?
            expect: the tags of whole batches
            seed: 1
            model: \(model.path)
            content: { Tag: { name: key text } }
            roles: { importer: { generate: 20, entity: Tag, batch: 5, pace: 20ms } }
            phases: [{ name: import, for: 80ms, roles: [importer] }]
            """
        let script = try Self.script(tags)
        #expect(FaultScenario.writerFailsLater.obstacle(of: script) == nil)
        let obstacle = try #require(FaultScenario.mainFailsWriterSaves.obstacle(of: script))
        #expect(obstacle.contains("demands no value"))
    }

    @Test func `A workload that writes nothing has no call to fail, and says so`() throws {
        let reading = """
            schema: 1
            title: Reading
            question: What does a failing call leave?
            expect: nothing
            seed: 1
            model: \(Self.workloads.path)/Models/Shop.xcdatamodeld
            content: { Tag: { name: key text } }
            roles: { importer: { generate: 2, entity: Tag, batch: 2, pace: 20ms } }
            phases: [{ name: import, for: 80ms, roles: [importer] }]
            """
        let error = #expect(throws: WorkloadError.self) { try Self.script(reading) }
        #expect(error?.message.contains("made to fail") == true)
    }
}

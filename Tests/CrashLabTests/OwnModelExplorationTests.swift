import CrashLab
import Foundation
import Results
import Runs
import Testing
import WorkloadEngine

/// The crash states of a workload with a model of one's own: each holds what a commit left, by a
/// scan of the store that knows the model's layout alone.
@Suite(.serialized) struct OwnModelExplorationTests {
    private static let workloads = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Workloads")

    /// Albums with an artist and tracks each, in a run of some dozen commits.
    private static func albums(_ importer: String = "", before: String = "") -> String {
        """
        schema: 1
        title: Albums
        question: What does a crash leave of them?
        expect: the albums of whole batches
        seed: 1
        model: \(workloads.path)/Models/Music.xcdatamodeld
        content:
          Album:
            number: key number
            cover: bytes 0..600
            isLive: boolean 0.5
            link: url
            mark: uuid
            price: decimal 0..100
            rating: real 0..5
            released: date 1990..2025
            title: words 1..4
            year: integer 1990..2025
            artist: one of 12 Artist
            tracks: new 0..5 Track
          Artist: { name: key text }
          Track: { seconds: integer 0..1000, title: words 1..4 }
          Playlist: { identifier: key uuid, title: words 1..4 }
        roles:
          importer: { generate: 60, entity: Album, batch: 20, pace: 20ms\(importer) }
          ui:
            arrivals: poisson 100/s
            mix: { fetch-page: 0.2, add: 0.2, edit: 0.4, delete: 0.2 }
            page: 20
            save: after-edit
            edits: Playlist
            shows: title
        phases:
          - { name: preload, notes: 10\(before), measured: false }
          - { name: import, for: 80ms, roles: [importer, ui] }
        """
    }

    /// Cities whose countries come in a second pass.
    private static let linked = """
        schema: 1
        title: Cities
        question: What does a crash leave of them?
        expect: the cities of whole batches
        seed: 1
        model: \(workloads.path)/Models/Atlas.xcdatamodeld
        content:
          City:
            geonameID: key number
            name: words 1..3
            timezone: words 1..2
            country: one of 9 Country
          Country: { code: key text }
        roles:
          importer:
            { generate: 60, entity: City, batch: 20, pace: 20ms, relationships: second-pass }
        phases: [{ name: import, for: 120ms, roles: [importer] }]
        """

    /// Orders with lines in an order, discounts of lines, and tags that others have, too.
    private static let orders = """
        schema: 1
        title: Orders
        question: What does a crash leave of them?
        expect: the orders of whole batches
        seed: 1
        model: \(workloads.path)/Models/Shop.xcdatamodeld
        content:
          Order:
            number: key number
            attachment: bytes median 300 p99 6000
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
          Customer: { email: key text, photo: bytes 0..300 }
          Tag: { name: key text }
          Book: { code: key uuid, title: words 1..3, pages: integer 1..900 }
        roles:
          importer: { generate: 60, entity: Order, batch: 20, pace: 20ms }
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

    private static func explore(
        _ text: String, variant: String, journal: String = "wal", synchronous: String = "full",
        _ change: (inout ExplorationRequest) -> Void = { _ in }
    ) throws -> ExplorationRecord {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let file = folder.file("own.yaml")
        try Data(text.utf8).write(to: URL(filePath: file))
        let setup = try RunSetup(
            workload: file,
            settings: [
                .init(key: "store.journal", value: journal),
                .init(key: "store.synchronous", value: synchronous),
            ])
        let stores = try ScratchFolder(in: folder)
        var options = ExplorationRequest()
        options.samples = 100
        change(&options)
        return try Exploration(
            setup, topology: setup.topology(variant), variant: variant, in: stores.path, options
        ).run()
    }

    @Test(arguments: ["single-main", "private-writer", "siblings", "child-of-main"])
    func `No crash leaves albums that no commit held`(variant: String) throws {
        let record = try Self.explore(Self.albums(), variant: variant)
        #expect(record.violations == [])
        // A writer that is flushed each second commits what main saved meanwhile at once.
        #expect(record.commits >= 2)
        #expect(record.tallies.reduce(0) { $0 + $1.states } > 150)
    }

    @Test func `Nor does one while objects are changed, or joined in a second pass`() throws {
        let changed = Self.albums(", method: upsert", before: ", imported: 30")
        for text in [changed, Self.linked] {
            let record = try Self.explore(text, variant: "siblings")
            #expect(record.violations == [])
            #expect(record.commits >= 4)
        }
    }

    @Test(arguments: ["single-main", "siblings", "child-of-main"])
    func `No crash leaves half of what a user marked and an import changed`(
        variant: String
    ) throws {
        let text = Self.albums(", method: upsert", before: ", imported: 40")
            .replacing("released: date 1990..2025", with: "released: edit date")
            .replacing("add: 0.2, edit: 0.4, delete: 0.2", with: "edit: 0.3, mark: 0.5")
        let record = try Self.explore(text, variant: variant)
        #expect(record.violations == [])
        #expect(record.commits >= 4)
    }

    @Test(arguments: ["private-writer", "siblings"])
    func `No crash leaves orders that no commit held, nor tags in part`(variant: String) throws {
        let record = try Self.explore(Self.orders, variant: variant)
        #expect(record.violations == [])
        #expect(record.commits >= 2)
    }

    @Test(arguments: ["albums", "orders"])
    func `A save that is split in two transactions is caught`(_ objects: String) throws {
        let text = objects == "albums" ? Self.albums() : Self.orders
        let found = try Self.explore(text, variant: "siblings") {
            $0.control = CrashControl.splitSave.rawValue
            $0.stopsAtViolation = true
        }.violations
        #expect(found.contains { $0.message.contains("a transaction that is no save's") })
    }

    @Test func `Syncs of albums that are left out are caught`() throws {
        let found = try Self.explore(Self.albums(), variant: "siblings", journal: "delete") {
            $0.samples = 2_000
            $0.control = CrashControl.noSync.rawValue
            $0.stopsAtViolation = true
        }.violations
        #expect(!found.isEmpty)
    }
}

import Foundation
import Testing
import Topologies
import WorkloadEngine

// A model with an entity below another, an ordered and a many-to-many relationship, parts of parts,
// uniqueness constraints, and large values.
extension RunnerTests {
    private static let shop = """
        schema: 1
        title: Orders
        question: Does it work?
        expect: yes, it does
        seed: 7
        model: Models/Shop.xcdatamodeld
        content:
          Order:
            number: key number
            attachment: bytes median 200 p99 2000
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
          importer: { generate: 30, entity: Order, batch: 10, pace: 10ms }
          ui:
            arrivals: poisson 200/s
            mix: { fetch-page: 0.3, search: 0.2, edit: 0.3, delete: 0.2 }
            page: 4
            save: after-edit
            edits: Book
            shows: remark
        phases:
          - { name: preload, notes: 20, measured: false }
          - { name: import, for: 60ms, roles: [importer, ui] }
        """

    private static let shopStacks = TopologyCatalogue.all.map { $0.name }

    private static let shopWays = [
        "", ", find: each", ", find: sorted", ", method: upsert", ", reset: true",
    ]

    @Test(arguments: shopWays, shopStacks)
    func `Orders with lines, discounts and tags end as they were drawn`(
        _ way: String, _ topology: String
    ) async throws {
        var text = Self.shop.replacing("pace: 10ms", with: "pace: 10ms" + way)
        if way.contains("upsert") {
            text = text.replacing("notes: 20", with: "notes: 20, imported: 12")
        }
        let run = try await run(sample.parse(text), on: topology)
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.differences == [])
        #expect(run.outcome.isAsExpected)
        for operation in run.plan.operations where operation.role == .importer {
            #expect(run.seen.edits[operation.index] == operation.edits, "\(operation)")
        }
    }

    /// The expected rows of the shop, in words.
    private func rows(_ replacements: (String, String)...) throws -> [String] {
        var text = Self.shop
        for (part, replacement) in replacements {
            text = text.replacing(part, with: replacement)
        }
        let plan = try OperationPlan(sample.parse(text))
        return ExpectedData(plan).content.differences(
            from: ExpectedData(plan, applying: []).content, limit: 100_000)
    }

    @Test func `What is compared has the place of each line, and all tags`() throws {
        let rows = try rows()
        let lines = rows.filter { $0.contains("unexpected Line") }
        #expect(lines.contains { $0.hasSuffix(" at 0") })
        #expect(lines.contains { $0.hasSuffix(" at 2") })
        let orders = rows.filter { $0.contains("unexpected Order") }
        #expect(orders.count == 30)
        #expect(orders.contains { $0.contains("tags []") })
        #expect(orders.contains { $0.matches(of: #/Tag \d/#).count == 3 })
        let discounts = rows.filter { $0.contains("unexpected Discount") }
        #expect(discounts.count > 10)
        #expect(discounts.allSatisfy { $0.hasSuffix("in discounts of nil") })
    }

    @Test func `Half of the blobs are below the median, and few above the percentile`() throws {
        let sizes = try rows(
            ("generate: 30", "generate: 2000"), ("median 200 p99 2000", "median 100 p99 1000")
        ).compactMap { row -> Int? in
            guard let match = row.firstMatch(of: #/attachment ([^,]*),/#) else { return nil }
            return Data(base64Encoded: String(match.1))?.count
        }
        #expect(sizes.count == 2_000)
        let below = sizes.count { $0 < 100 }
        let above = sizes.count { $0 > 1_000 }
        // Four deviations of a binomial distribution with this seed's 2,000 draws.
        #expect(abs(below - 1_000) < 90, "\(below)")
        #expect(above > 2 && above < 40, "\(above)")
    }

    private static let shopMistakes: [(part: String, replacement: String, message: String)] = [
        ("tags: some 0..3 of 9 Tag", "tags: one of 9 Tag", "some 0..3 of 40 Tag"),
        ("tags: some 0..3 of 9 Tag", "tags: new 0..3 Tag", "has no inverse to one object"),
        ("tags: some 0..3 of 9 Tag", "tags: some 0..3 of 2 Tag", "stay within 0..2"),
        ("tags: some 0..3 of 9 Tag", "tags: some 3 of 9 Tag", "write it as in: some 0..3 of 40"),
        ("one of 8 Customer", "some 0..2 of 8 Customer", "Order.customer is to one"),
        ("lines: new 0..4 Line", "lines: some 0..4 of 9 Line", "Line is found by its key"),
        ("new 0..2 Discount", "new 0..2 Line", "made with an object of its own kind"),
        ("new 0..2 Discount", "new 0..2 Order", "Order is imported, and is made with Line here"),
        ("median 200 p99 2000", "median 200 p99 100", "from 200 to"),
        ("bytes median 200 p99 2000", "bytes median 200", "bytes 0..4096"),
    ]

    @Test(arguments: shopMistakes.indices)
    func `Each mistake in a shop's content is one clear error`(_ index: Int) throws {
        let mistake = Self.shopMistakes[index]
        var message = "nothing"
        do {
            _ = try sample.parse(
                Self.shop.replacing(mistake.part, with: mistake.replacement)
            ).loadModel()
        } catch {
            message = "\(error)"
        }
        #expect(message.contains(mistake.message), "\(message)")
    }

    @Test func `Parts of parts are counted before they are drawn`() throws {
        let text = Self.shop.replacing("new 0..4 Line", with: "new 0..1000 Line")
            .replacing("new 0..2 Discount", with: "new 0..1000 Discount")
            .replacing("generate: 30", with: "generate: 2000")
        let error = #expect(throws: (any Error).self) { _ = try sample.parse(text) }
        #expect(
            error.map { "\($0)" }?.contains("generate at most 999") == true,
            "\(String(describing: error))")
    }
}

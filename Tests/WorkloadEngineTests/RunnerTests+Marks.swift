import Documents
import Testing
import Topologies
import WorkloadEngine

// A user marks imported objects while an import changes other attributes of theirs.
//
//     importer   title of Book 7 ──────────▶ ╮
//                                            ├─ one row: both stand
//     user       pages of Book 7, its mark ─▶ ╯
extension RunnerTests {
    /// Books by code, of which twenty are there; their pages are what the user sets.
    private static let books = """
        schema: 1
        title: Books that are there
        question: Does it work?
        expect: yes, it does
        seed: 7
        model: Models/Shop.xcdatamodeld
        content:
          Book: { code: key uuid, title: words 1..3, pages: edit revision }
        roles:
          importer: { generate: 30, entity: Book, batch: 5, pace: 10ms, method: upsert }
          ui:
            arrivals: poisson 400/s
            mix: { fetch-page: 0.2, search: 0.1, mark: 0.7 }
            page: 4
            save: after-edit
            shows: title
        phases:
          - { name: preload, imported: 20, measured: false }
          - { name: import, for: 60ms, roles: [importer, ui] }
        """

    private static let bookWays = ["find: batch", "find: each", "find: sorted", "reset: true"]

    private func books(_ way: String) -> String {
        Self.books.replacing("method: upsert", with: "method: upsert, " + way)
    }

    @Test(arguments: bookWays, TopologyCatalogue.all.map { $0.name })
    func `A user's mark and an import's values both stand, on every stack`(
        _ way: String, _ topology: String
    ) async throws {
        let run = try await run(sample.parse(books(way)), on: topology)
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.saveFailures.map(\.message) == [])
        #expect(run.outcome.differences == [])
        #expect(run.outcome.isAsExpected)
        let marks = run.plan.operations.filter { $0.kind == .mark }
        #expect(marks.count > 10)
        for mark in marks where !run.outcome.refused.contains(mark.index) {
            #expect(run.seen.edits[mark.index] == 1, "\(mark)")
        }
    }

    @Test(
        arguments: [UInt64](0..<8),
        ["siblings", "two-coordinators", "child-of-main", "writer-main-worker", "siblings-pinned"])
    func `Marks and values both stand in every interleaving`(
        _ interleaving: UInt64, _ topology: String
    ) throws {
        let outcome = try runInVirtualTime(sample.parse(Self.books), topology, interleaving)
        #expect(outcome.isAsExpected, "\(outcome)")
    }

    /// The same, with marks that stay unsaved while the import saves: the saves meet conflicts.
    private static let late = books.replacing("save: after-edit", with: "save: on-background")
        .replacing(
            "for: 60ms, roles: [importer, ui]", with: "for: 60ms, roles: [importer, ui, app]"
        )
        .replacing("  ui:", with: "  app: { background: fixed 20/s }\n  ui:")

    private static let leniently = late.replacing(
        "shows: title", with: "shows: title\n    marks: either")

    @Test(arguments: ["object-trump", "store-trump"])
    func `A policy that merges by property keeps marks and values`(_ policy: String) throws {
        for interleaving in UInt64(0)..<6 {
            let outcome = try runInVirtualTime(
                sample.parse(Self.late), "siblings:merge=none,merge-policy=\(policy)", interleaving)
            #expect(outcome.isAsExpected, "\(interleaving): \(outcome)")
        }
    }

    @Test(arguments: ["overwrite", "rollback"])
    func `A policy that takes one row for all loses marks or values, whole`(
        _ policy: String
    ) throws {
        let variant = "siblings:merge=none,merge-policy=\(policy)"
        var lost = 0
        for interleaving in UInt64(0)..<6 {
            let strict = try runInVirtualTime(sample.parse(Self.late), variant, interleaving)
            lost += strict.differences.count
            let outcome = try runInVirtualTime(
                sample.parse(Self.leniently), variant, interleaving)
            #expect(outcome.isAsExpected, "\(interleaving): \(outcome)")
        }
        #expect(lost > 0)
    }

    @Test func `A mark whose save is refused is given up, and nothing else`() throws {
        let text = Self.books.replacing(
            "shows: title", with: "shows: title\n    list: fetched-results")
        let outcome = try runInVirtualTime(
            sample.parse(text), "siblings:merge=none,merge-policy=error", 0)
        #expect(outcome.isAsExpected, "\(outcome)")
        #expect(!outcome.refused.isEmpty)
    }

    @Test func `A mark that is lost is a difference`() throws {
        let plan = try OperationPlan(sample.parse(Self.books))
        let last = try #require(plan.operations.last { $0.kind == .mark })
        let expected = ExpectedData(plan)
        let others = plan.operations.map(\.index).filter { $0 != last.index }
        let differences = expected.differences(of: ExpectedData(plan, applying: others).content)
        #expect(differences.count == 1)
        #expect(differences.first?.contains("pages") == true, "\(differences)")
        let text = Self.books.replacing(
            "save: after-edit", with: "save: after-edit\n    marks: either")
        let lenient = ExpectedData(try OperationPlan(sample.parse(text)))
        #expect(lenient.differences(of: ExpectedData(plan, applying: others).content) == [])
    }

    private static let markMistakes: [(part: String, replacement: String, message: String)] = [
        ("mark: 0.7", "fetch-one: 0.7", "Book is imported, and pages is an edit's"),
        ("pages: edit revision", "pages: integer 1..9", "whose lines bring everything"),
        ("code: key uuid", "code: uuid", "they have no key"),
        ("imported: 20", "notes: 20", "no phase brings some first"),
        (
            "code: key uuid, title: words 1..3, pages: edit revision",
            "code: uuid, title: words 1..3, pages: key edit",
            "Book is imported, and pages is an edit's"
        ),
        ("title: words 1..3", "title: edit text", "unknown text of Book in the content “title”"),
        ("shows: title", "shows: title\n    edits: Book", "both marks imported objects of Book"),
        ("shows: title", "shows: title\n    marks: neither", "did you mean “either”"),
    ]

    @Test(arguments: markMistakes.indices)
    func `A user who cannot mark is refused with the reason`(_ index: Int) throws {
        let mistake = Self.markMistakes[index]
        var message = "nothing"
        do {
            let text = Self.books.replacing(mistake.part, with: mistake.replacement)
            _ = try sample.parse(text).loadModel()
        } catch {
            message = "\(error)"
        }
        #expect(message.contains(mistake.message), "\(message)")
    }

    @Test func `What must hold of marks is refused where nothing is marked`() throws {
        let text = Self.books.replacing("mark: 0.7", with: "fetch-one: 0.7")
            .replacing("pages: edit revision", with: "pages: integer 1..9")
            .replacing("shows: title", with: "shows: title\n    marks: either")
        #expect {
            _ = try sample.parse(text).loadModel()
        } throws: {
            "\($0)".contains("what must hold of marked objects, and marks none")
        }
    }

    @Test func `A required attribute without a value is not left to the user`() throws {
        let text = Self.books.replacing("title: words 1..3", with: "title: edit text")
            .replacing("entity: Book", with: "entity: Order")
            .replacing(
                "Book: { code: key uuid, title: edit text, pages: edit revision }",
                with: "Order: { number: key number, placedAt: edit date, remark: words 1..3 }"
            )
            .replacing("shows: title", with: "shows: remark")
        #expect {
            _ = try sample.parse(text).loadModel()
        } throws: {
            "\($0)".contains("Order.placedAt must have a value, and lines leave it to the user")
        }
    }
}

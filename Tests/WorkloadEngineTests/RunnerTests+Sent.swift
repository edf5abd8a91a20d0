import Foundation
import Testing
import Topologies
import WorkloadEngine

// Objects whose values come from the lines of a file, key by key.
extension RunnerTests {
    private static let orders = """
        {"no":1,"at":"2024-03-01T12:00:00Z","note":"first","by":"a@x.org","labels":["red","blue"],\
        "items":[{"what":"pen","each":"1.50","n":2},{"what":"ink","each":3.25,"n":1}]}
        {"no":2,"at":1709294400,"note":null,"by":"b@x.org","labels":[],"items":[]}
        {"no":7,"at":"2024-03-01T12:00:00.5Z","by":"a@x.org","labels":["blue"],"extra":{"a":1},\
        "items":[{"what":"cap","each":"10","n":4},{"what":"map","each":"2","n":5},\
        {"what":"cup","each":"2.125","n":6}]}
        {"no":5,"at":0,"note":"Grüße 👋","by":"c@x.org","labels":["red","green","red"]}

        """

    private static let sent = """
        schema: 1
        title: Orders of a file
        question: Does it work?
        expect: yes, it does
        seed: 7
        model: Models/Shop.xcdatamodeld
        content:
          Order:
            number: key number from no
            placedAt: date from at
            remark: text from note
            attachment: bytes 0..30
            customer: one from by Customer
            lines: new from items Line
            tags: some from labels Tag
          Line: { article: text from what, price: decimal from each, quantity: integer from n }
          Customer: { email: key text, photo: bytes 0..30 }
          Tag: { name: key text }
          Book: { code: key uuid, title: words 1..3, pages: integer 1..900 }
        roles:
          importer: { import: orders.jsonl, entity: Order, batch: 2, pace: 10ms }
          ui:
            arrivals: poisson 200/s
            mix: { fetch-page: 0.2, search: 0.2, fetch-one: 0.2, edit: 0.4 }
            page: 4
            save: after-edit
            edits: Book
            shows: remark
        phases:
          - { name: preload, notes: 20, measured: false }
          - { name: import, for: 60ms, roles: [importer, ui] }
        """

    private static let sentWays = [
        "", ", find: each", ", find: sorted", ", method: upsert", ", method: upsert, find: sorted",
        ", take: 3",
    ]

    @Test(arguments: sentWays, ["single-main", "private-writer", "siblings", "child-of-main"])
    func `What a file has is imported and compared, key by key`(
        _ way: String, _ topology: String
    ) async throws {
        try sample.write(Self.orders, to: "orders.jsonl")
        var text = Self.sent.replacing("pace: 10ms", with: "pace: 10ms" + way)
        if way.contains("upsert") {
            text = text.replacing("notes: 20", with: "notes: 20, imported: 3")
        }
        let run = try await run(sample.parse(text), on: topology)
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.differences == [])
        #expect(run.outcome.isAsExpected)
        for operation in run.plan.operations where operation.role == .importer {
            #expect(run.seen.edits[operation.index] == operation.edits, "\(operation)")
        }
    }

    private static let things = """
        <?xml version="1.0" encoding="UTF-8"?>
        <model>
        <entity name="Thing">
        <attribute name="number" attributeType="Integer 64"/>
        <attribute name="text" optional="YES" attributeType="String"/>
        <attribute name="price" optional="YES" attributeType="Float"/>
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" \
        destinationEntity="Tag" inverseName="things" inverseEntity="Tag"/>
        </entity>
        <entity name="Tag">
        <attribute name="name" attributeType="String"/>
        <relationship name="things" optional="YES" toMany="YES" deletionRule="Nullify" \
        destinationEntity="Thing" inverseName="tags" inverseEntity="Thing"/>
        </entity>
        </model>
        """

    /// The same letter as one scalar and as two, no text, the separator of keys, the end of C's
    /// strings, and numbers that no Float is.
    private static let oddLines = #"""
        {"no":1,"text":"a\u0000b","price":0.1,"labels":["\u00e9"]}
        {"no":2,"price":3.3,"labels":["e\u0301",""]}
        {"no":3,"text":null,"price":null,"labels":[]}
        {"no":4,"text":"","price":-0.7,"labels":["a\u001fb","e\u0301"]}

        """#

    private static let thingsFromFile = """
        schema: 1
        title: Odd things of a file
        question: Does it work?
        expect: yes, it does
        seed: 7
        model: Things.xcdatamodel
        content:
          Thing:
            number: key number from no
            text: text from text
            price: real from price
            tags: some from labels Tag
          Tag: { name: key text }
        roles:
          importer: { import: odd.jsonl, entity: Thing, batch: 1, pace: 5ms }
          ui:
            arrivals: poisson 200/s
            mix: { fetch-page: 0.5, fetch-one: 0.5 }
            page: 1
            save: after-edit
            on-did-save: ids
            shows: text
        phases:
          - { name: import, for: 60ms, roles: [importer, ui] }
        """

    @Test(arguments: ["", ", find: sorted", ", method: upsert"], [true, false])
    func `Odd texts and numbers of a file are read back as they were stored`(
        _ way: String, _ readPastTheEngine: Bool
    ) throws {
        let folder = sample.folder.appending(path: "Things.xcdatamodel")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try sample.write(Self.things, to: "Things.xcdatamodel/contents")
        try sample.write(Self.oddLines, to: "odd.jsonl")
        let workload = try sample.parse(
            Self.thingsFromFile.replacing("Things.xcdatamodel", with: folder.path)
                .replacing("pace: 5ms", with: "pace: 5ms" + way))
        let outcome = try runInVirtualTime(
            workload, "siblings", 1, readPastTheEngine: readPastTheEngine)
        #expect(outcome.failures.map(\.description) == [])
        #expect(outcome.differences == [])
        let plan = try OperationPlan(workload)
        let rows = ExpectedData(plan).content.differences(
            from: ExpectedData(plan, applying: []).content, limit: 100)
        #expect(rows.count { $0.contains("unexpected Tag") } == 4, "\(rows)")
    }

    @Test func `A file of partners without lines is an error, with what to do`() throws {
        try sample.write(Self.orders, to: "orders.jsonl")
        try sample.write("", to: "customers.jsonl")
        let workload = try sample.parse(Self.filed)
        let error = #expect(throws: WorkloadError.self) { _ = try OperationPlan(workload) }
        #expect(error?.description.contains("add at least one line") == true, "\(error as Any)")
    }

    @Test func `Each value stands in the row that its line makes`() throws {
        try sample.write(Self.orders, to: "orders.jsonl")
        let plan = try OperationPlan(sample.parse(Self.sent))
        let rows = ExpectedData(plan).content.differences(
            from: ExpectedData(plan, applying: []).content, limit: 1_000)
        func row(_ start: String) -> String { rows.first { $0.contains(start) } ?? "" }
        #expect(row("Order 1:").contains("placedAt 730987200.0, remark \"first\""))
        #expect(row("Order 1:").hasSuffix("customer \"a@x.org\", tags [\"blue\" \"red\"]"))
        #expect(row("Order 2:").contains("placedAt 730987200.0, remark nil"))
        #expect(row("Order 2:").hasSuffix("tags []"))
        #expect(row("Order 7:").contains("placedAt 730987200.5"))
        #expect(row("Order 5:").hasSuffix("tags [\"green\" \"red\"]"))
        #expect(row("\"ink\"").contains("price 3.25, quantity 1, in lines of 1 at 1"))
        #expect(rows.count { $0.contains("unexpected Customer") } == 3)
        #expect(rows.count { $0.contains("unexpected Tag") } == 3)
    }

    private static let customers = """
        {"mail":"a@x.org","photo":"AQID"}
        {"mail":"b@x.org","photo":null}
        {"mail":"c@x.org"}
        {"mail":"d@x.org","photo":""}

        """

    private static let filed = sent.replacing(
        "email: key text, photo: bytes 0..30",
        with: "email: key text from mail, photo: bytes from photo"
    ).replacing("batch: 2", with: "partners: { Customer: customers.jsonl }, batch: 2")
        .replacing("quantity: integer from n", with: "quantity: place")

    @Test(arguments: ["siblings", "private-writer"])
    func `Partners have a file of their own, and parts know their place`(
        _ topology: String
    ) async throws {
        try sample.write(Self.orders, to: "orders.jsonl")
        try sample.write(Self.customers, to: "customers.jsonl")
        let run = try await run(sample.parse(Self.filed), on: topology)
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.differences == [])
        let rows = ExpectedData(run.plan).content.differences(
            from: ExpectedData(run.plan, applying: []).content, limit: 1_000)
        #expect(rows.contains { $0.contains("Customer \"a@x.org\"") && $0.contains("photo AQID") })
        #expect(!rows.contains { $0.contains("d@x.org") })
        #expect(rows.contains { $0.contains("\"cup\"") && $0.contains("quantity 2") })
    }

    @Test func `A partner that its file does not have is told with the line that names it`()
        throws
    {
        try sample.write(Self.orders, to: "orders.jsonl")
        try sample.write(
            Self.customers.replacing("b@x.org", with: "x@x.org"), to: "customers.jsonl")
        let workload = try sample.parse(Self.filed)
        let error = #expect(throws: WorkloadError.self) { _ = try OperationPlan(workload) }
        #expect(
            error?.description.contains(
                "line 2 names the Customer \"b@x.org\", which customers.jsonl") == true,
            "\(String(describing: error))")
    }

    private static let brokenLines: [(part: String, replacement: String, message: String)] = [
        ("{\"no\":2,", "{\"no\":2", "orders.jsonl:2:1: line 2 is not JSON"),
        ("\"no\":7,", "", "line 3 has no “no”, by which its object is found"),
        ("\"no\":7,", "\"no\":\"7\",", "line 3 has a “no” of the wrong type"),
        ("\"no\":7,", "\"no\":1,", "line 3 has the Order 1 of a line before"),
        ("\"at\":0", "\"at\":\"yesterday\"", "line 4 has a “at” of the wrong type"),
        ("\"labels\":[]", "\"labels\":\"red\"", "line 2 has a “labels” that is no array"),
        ("\"n\":4", "\"n\":4.5", "line 3 has a “n” of the wrong type"),
    ]

    @Test(arguments: brokenLines.indices)
    func `A line that does not fit the content is told by its number`(_ index: Int) throws {
        let mistake = Self.brokenLines[index]
        try sample.write(
            Self.orders.replacing(mistake.part, with: mistake.replacement), to: "orders.jsonl")
        let workload = try sample.parse(Self.sent)
        let error = #expect(throws: WorkloadError.self) { _ = try OperationPlan(workload) }
        #expect(
            error?.description.contains(mistake.message) == true, "\(String(describing: error))")
    }

    private static let sentMistakes: [(part: String, replacement: String, message: String)] = [
        ("import: orders.jsonl", "generate: 30", "the importer generates its lines"),
        ("edits: Book", "edits: Order", "the user writes objects of Order, and number comes from"),
        ("name: key text", "name: key text from tag", "no line of orders.jsonl brings a Tag"),
        ("photo: bytes 0..30", "photo: text from photo", "no line of orders.jsonl brings"),
        ("remark: text from note", "remark: txt from note", "unknown kind of value “txt”"),
        ("remark: text from note", "remark: words from note", "no line has “words”"),
        ("remark: text from note", "remark: text", "write words 2..5"),
        ("price: decimal from each", "price: integer from each", "Line.price cannot hold"),
    ]

    @Test(arguments: sentMistakes.indices)
    func `Each mistake in what comes from a file is one clear error`(_ index: Int) throws {
        let mistake = Self.sentMistakes[index]
        var message = "nothing"
        do {
            _ = try sample.parse(
                Self.sent.replacing(mistake.part, with: mistake.replacement)
            ).loadModel()
        } catch {
            message = "\(error)"
        }
        #expect(message.contains(mistake.message), "\(message)")
    }

    @Test func `More lines than a file has cannot be taken`() throws {
        try sample.write(Self.orders, to: "orders.jsonl")
        let workload = try sample.parse(Self.sent.replacing("batch: 2", with: "take: 5, batch: 2"))
        let error = #expect(throws: WorkloadError.self) { _ = try OperationPlan(workload) }
        #expect(error?.remedy == "take 4 or fewer")
    }
}

import Foundation
import Reporting
import Results
import Testing

struct `The review's page` {
    private static func text(_ review: HardReview) throws -> String {
        try ReviewPage.text(of: review.review)
    }

    /// What the elements' `name` attributes hold, in order.
    private static func values(of name: String, in page: String) throws -> [String] {
        let pattern = try Regex<(Substring, Substring)>("[ \n]\(name)=[\"']([^\"']*)[\"']")
        return page.matches(of: pattern).map { String($0.1) }
    }

    @Test(arguments: HardReview.allCases)
    func `Every page has one heading of the first rank, and no rank is left out`(
        _ review: HardReview
    ) throws {
        let page = try Self.text(review)
        let ranks = page.matches(of: /<h([1-6])[ >]/).compactMap { Int($0.1) }
        #expect(ranks.count(of: 1) == 1)
        #expect(ranks.first == 1)
        for (before, after) in zip(ranks, ranks.dropFirst()) { #expect(after <= before + 1) }
    }

    @Test(arguments: HardReview.allCases)
    func `No name stands twice, and every reference leads to one`(_ review: HardReview) throws {
        let page = try Self.text(review)
        let names = try Self.values(of: "id", in: page)
        #expect(Set(names).count == names.count)
        let links = try Self.values(of: "href", in: page).filter { $0.hasPrefix("#") }
            .map { String($0.dropFirst()) }
        let labels = try Self.values(of: "aria-labelledby", in: page)
            .flatMap { $0.split(separator: " ").map(String.init) }
        #expect(Set(links + labels).subtracting(names) == [])
    }

    @Test(arguments: HardReview.allCases)
    func `Nothing is fetched, and no element has a style of its own`(
        _ review: HardReview
    ) throws {
        let page = try Self.text(review)
        #expect(
            page.contains("content=\"default-src &#39;none&#39;; style-src")
                || page.contains("content=\"default-src 'none'; style-src"))
        #expect(try Self.values(of: "style", in: page) == [])
        #expect(try Self.values(of: "src", in: page) == [])
        for address in try Self.values(of: "href", in: page) {
            #expect(address.hasPrefix("#") || address.hasPrefix("data:"), "\(address)")
        }
        #expect(!page.contains("url(http"))
    }

    @Test(arguments: HardReview.allCases)
    func `Every table has a caption and heads with a scope`(_ review: HardReview) throws {
        let page = try Self.text(review)
        let tables = page.components(separatedBy: "<table>").dropFirst()
        #expect(!tables.isEmpty)
        for table in tables {
            let own = table.components(separatedBy: "</table>")[0]
            #expect(own.contains("<caption>"))
            #expect(!own.contains("<th class"))
            #expect(own.components(separatedBy: "scope=\"row\"").count > 1)
        }
    }

    @Test(arguments: HardReview.allCases)
    func `The same review gives the same bytes`(_ review: HardReview) throws {
        #expect(try Self.text(review) == Self.text(review))
    }

    @Test func `Names are text, whatever they hold`() throws {
        let page = try Self.text(.names)
        #expect(!page.contains("<script>alert"))
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(page.contains("שלום"))
        #expect(page.contains("🧪 emoji"))
        #expect(page.contains("<code>safe</code> and <strong>strong</strong>?"))
        // The script of the page, and no other.
        #expect(page.components(separatedBy: "<script").count == 2)
    }

    @Test func `A chart that was not drawn is a sentence`() throws {
        let page = try Self.text(.undrawn)
        // The timeline is drawn for the page itself.
        #expect(page.components(separatedBy: "<svg").count == 2)
        #expect(page.contains("<code>charts/delay-tail.gp</code> again"))
        #expect(try Self.text(.usual).components(separatedBy: "<svg").count == 5)
    }

    @Test func `The timeline has a row for each queue, the store and the disk`() throws {
        var review = Review()
        var result = SampleResult.make()
        let zero = result.topologies[2].repetitions[0].record.phases[1].began
        for index in result.topologies[2].repetitions.indices {
            result.topologies[2].repetitions[index].record.queues = [
                QueueRecord(
                    name: "importing", roles: ["importer"],
                    blocks: [
                        .init(began: zero, ended: zero + 9_000_000, cpu: 1, operation: nil)
                    ])
            ]
            result.topologies[2].repetitions[index].record.storeTimeline = StoreTimeline(
                transactions: [],
                calls: [
                    .init(
                        .sync, .log, began: zero, ended: zero + 2_000_000, bytes: 0, count: 1)
                ], checkpoints: [])
        }
        review.add(result) { _ in [:] }
        let page = try ReviewPage.text(of: review)
        let picture = try #require(
            page.components(separatedBy: "<svg").dropFirst().first?
                .components(separatedBy: "</svg>").first)
        #expect(picture.contains(">importing</text>") && picture.contains(">disk</text>"))
        #expect(!picture.contains(">store</text>"))
        #expect(picture.contains("below it importing and disk"))
    }

    @Test func `What went wrong stands before the answer`() throws {
        let page = try Self.text(.wentWrong)
        let answer = try #require(page.components(separatedBy: "</section>").first)
        #expect(answer.contains("<strong>Interrupted.</strong>"))
        #expect(answer.contains("<strong>single-main went wrong.</strong> 2 of 10 objects differ"))
        #expect(page.contains("DATA DIFFERS"))
        #expect(page.contains("not run"))
    }

    @Test func `One topology alone has an answer and no pairs`() throws {
        let page = try Self.text(.oneTopology)
        #expect(page.contains("one topology alone says nothing about the others"))
        #expect(!page.contains("id=\"pairs\""))
    }

    @Test func `The answer says which, how sure, at what cost, and what is open`() throws {
        let page = try Self.text(.usual)
        let answer = try #require(page.components(separatedBy: "</section>").first)
        let terms = answer.matches(of: /<dt dir="auto">([^<]*)<\/dt>/).map { String($0.1) }
        #expect(
            terms == [
                "Question", "Expected", "Answer", "Limits", "How sure", "Would change it",
            ])
        #expect(answer.contains("siblings has the shortest waits"))
    }

    @Test func `What would change the answer is said of all that was tried`() throws {
        func sentence(beside other: (inout WorkloadResult) -> Void) throws -> String? {
            var review = Review()
            review.add(SampleResult.make(repetitions: 8)) { _ in [:] }
            var laptop = SampleResult.make(repetitions: 8)
            laptop.run = "another"
            laptop.device = "laptop"
            other(&laptop)
            review.add(laptop) { _ in [:] }
            let page = try ReviewPage.text(of: review)
            return page.firstMatch(of: /Would change it<\/dt>\s*<dd[^>]*>([^<]*)</)
                .map { String($0.1) }
        }
        #expect(
            try sentence { _ in } == "Nothing that was tried: siblings waits least on laptop.")
        #expect(
            try sentence { laptop in
                laptop.topologies[0].variant = "siblings"
                laptop.topologies[2].variant = "single-main"
            } == "On laptop single-main waits least.")
        // Two that are not told apart are another answer than one of them.
        #expect(
            try sentence { laptop in
                laptop.topologies.append(laptop.topologies[2])
                laptop.topologies[laptop.topologies.count - 1].variant = "siblings:pool=4"
            } == "On laptop siblings and siblings:pool=4 wait least.")
        #expect(try sentence { $0.topologies.removeAll { $0.variant != "siblings" } } == nil)
    }

    @Test func `A sweep's page does not say that nothing was swept`() throws {
        var review = Review()
        review.add(SampleSweep.make()) { _ in [:] }
        #expect(try !ReviewPage.text(of: review).contains("no field was swept"))
    }

    @Test(arguments: [
        (HardReview.usual, "in a process of its own", "debug build, seed"),
        (.crash, "was logged. Crash states follow from the log", "crash states explored"),
    ])
    func `The method is that by which the figures came about`(
        _ review: HardReview, method: String, origin: String
    ) throws {
        let page = try Self.text(review)
        #expect(page.contains(method) && page.contains(origin))
        #expect(page.contains("in a process of its own") == (review == .usual))
    }

    @Test func `The page holds its figures as a file`() throws {
        let page = try Self.text(.usual)
        let link = try #require(page.firstMatch(of: /href="data:text\/csv;base64,([^"]*)"/))
        let data = try #require(Data(base64Encoded: String(link.1)))
        let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
        #expect(lines[0].hasPrefix("metric,stat,role,unit,single-main,single-main low"))
        #expect(lines.count(where: { $0.hasPrefix("main.delay,p99,,ms,") }) == 1)
    }

    /// The trace that a page holds.
    private static func trace(in page: String) throws -> Data? {
        try page.firstMatch(of: /href="data:application\/json;base64,([^"]*)"/).map {
            try #require(Data(base64Encoded: String($0.1)))
        }
    }

    @Test(arguments: [HardReview.usual, .manyTopologies])
    func `The page holds the run over time, thinned until it fits`(_ review: HardReview) throws {
        struct File: Decodable {
            struct Event: Decodable {
                var ph: String
                var name: String
                var cat: String?
            }
            var otherData: [String: String]
            var traceEvents: [Event]
        }
        let page = try Self.text(review)
        let data = try #require(try Self.trace(in: page))
        #expect(data.count <= 480_000)
        let file = try JSONDecoder().decode(File.self, from: data)
        let blocks = file.traceEvents.count(where: { $0.cat == "block" })
        #expect(blocks > 0)
        let isWhole = file.otherData["thinning"] == "nothing is left out"
        #expect(isWhole == page.contains("Nothing is left out."))
        #expect(isWhole == !page.contains("Thinned for this page: "))
        #expect(isWhole == (review == .usual))
    }

    @Test func `The script finds each row of the timeline in the trace`() throws {
        let page = try Self.text(.usual)
        let lanes = page.matches(of: /data-lane='(\d+)' data-row='main' data-seconds='[\d.]+'/)
        #expect(lanes.map { String($0.1) } == ["0", "1", "2", "3"])
        let data = try #require(try Self.trace(in: page))
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.components(separatedBy: "\"process_name\"").count == lanes.count + 1)
        #expect(text.contains("\"args\":{\"name\":\"main\"}"))
    }

    /// Writes the pages for a check in a browser, where one is asked for.
    @Test(arguments: HardReview.allCases)
    func `Every page is written where a browser's check wants it`(_ review: HardReview) throws {
        let page = try Self.text(review)
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
        let rest = page.replacing(/data:application\/json;base64,[^"]*/, with: "")
        #expect(rest.utf8.count < 300 << 10)
        #expect(page.utf8.count < 1_000_000)
        guard let folder = ProcessInfo.processInfo.environment["LAB_TEST_PAGES"] else { return }
        try Data(page.utf8).write(
            to: URL(filePath: folder).appending(path: "\(review.rawValue).html"))
    }
}

extension [Int] {
    fileprivate func count(of number: Int) -> Int { count(where: { $0 == number }) }
}

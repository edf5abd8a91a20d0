import Documents
import Results
import Testing
import Verdicts

@Suite struct StudyTests {
    static let text = """
        schema: 1
        title: Two stacks
        source: Somebody, 2013
        notes: [smaller here]
        workload: smoke
        repetitions: 2
        set: { roles.importer.take: 100 }
        arms:
          nested:
            { topology: child-of-main, published: { main.busy.total: 43s, import.duration: 83s } }
          side by side:
            topology: "siblings:merge=automatic"
            workload: import-10k
            set: { roles.importer.batch: 50 }
            launch: [-com.apple.CoreData.ConcurrencyDebug, 1]
            published: { main.busy.total: 270ms }
        orders:
          - { metric: main.busy.total, least-first: [side by side, nested], by: 50 }
          - { metric: import.duration, alike: [side by side, nested], within: 25% }
        claims:
          - text: a child does not block main for a frame
            source: somebody else
            absolute: a frame is 16.7 ms
            holds-if:
              - { arm: nested, figure: main.stall.max < 16.7ms }
              - { arm: nested, over: side by side, ratio: main.busy.total <= 1.5 }
          - { text: another one, source: somebody else, untestable: it is about Apple's }

        """

    @Test func `A study is its arms, what was published of them, its orders and its claims`()
        throws
    {
        let study = try Study.parse(Self.text, file: "Studies/two-stacks.study.yaml")
        #expect(study.name == "two-stacks")
        #expect(study.repetitions == 2)
        #expect(study.arms.map(\.label) == ["nested", "side by side"])
        #expect(study.arms.map(\.workload) == ["smoke", "import-10k"])
        #expect(study.arms[0].published("main.busy.total")?.value == 43_000)
        #expect(study.arms[0].published("import.duration.total")?.value == 83)
        #expect(study.arms[1].published("main.busy.total")?.text == "270ms")
        // The arm's settings come after the study's, and so override them.
        #expect(
            study.arms[1].settings == [
                WorkloadSetting(key: "roles.importer.take", value: "100"),
                WorkloadSetting(key: "roles.importer.batch", value: "50"),
            ])
        #expect(study.arms[1].launchArguments == ["-com.apple.CoreData.ConcurrencyDebug", "1"])
        #expect(
            study.orders.map(\.description) == [
                "side by side < nested, by 50 : 1 at least", "side by side ≈ nested, within 25 %",
            ])
        #expect(study.metrics == ["main.busy.total", "import.duration.total", "main.stall.max"])
        #expect(study.claims.map(\.absolute) == ["a frame is 16.7 ms", nil])
        #expect(study.claims.map(\.untestable) == [nil, "it is about Apple's"])
        #expect(study.claims.map(\.bounds.count) == [2, 0])
        let bounds = try #require(study.claims.first).bounds
        #expect(bounds.map(\.bound) == [16.7, 1.5])
        #expect(bounds.map(\.over) == [nil, "side by side"])
    }

    @Test(arguments: [
        (
            "published: { main.busy.total: 43s,", "published: { mian.busy.total: 43s,",
            "did you mean “main.busy.total”?"
        ),
        ("main.busy.total: 43s,", "main.busy.total: 43 edits,", "it is in ms"),
        (
            "least-first: [side by side, nested]", "least-first: [side by side, nestled]",
            "did you mean “nested”?"
        ),
        ("least-first: [side by side, nested]", "least-first: [nested]", "two arms or more"),
        ("topology: child-of-main,", "topolgy: child-of-main,", "“topology” is missing"),
        ("within: 25%", "within: 25", "a percentage"),
        ("over: side by side, ratio", "over: nobody, ratio", "unknown arm “nobody”"),
        ("total <= 1.5", "total <= 1.5ms", "bounds no ratio"),
        ("-com.apple.CoreData.ConcurrencyDebug", "-verbose", "launch arguments are Apple's"),
        (
            "    absolute: a frame is 16.7 ms\n", "",
            "“main.stall.max” is in ms, and a bound on it judges the machine"
        ),
        (
            "untestable: it is about Apple's }", "untestable: no, holds-if: [] }",
            "a claim that cannot be tested has no bounds"
        ),
        ("untestable: it is about Apple's }", "}", "“holds-if” is missing"),
        ("title: Two stacks", "titel: Two stacks", "did you mean it by “titel”?"),
    ])
    func `What is wrong in a study is told with its line`(
        right: String, wrong: String, words: String
    ) throws {
        let text = Self.text.replacing(right, with: wrong)
        try #require(text != Self.text)
        let error = try #require(throws: DocumentError.self) {
            try Study.parse(text, file: "wrong.study.yaml")
        }
        #expect(error.description.contains(words), "\(error)")
        #expect(error.issues.allSatisfy { $0.position.line != nil })
    }

    @Test func `One arm is no comparison`() throws {
        let text = "schema: 1\ntitle: t\nsource: s\nworkload: w\narms: { a: { topology: t } }\n"
        let error = try #require(throws: DocumentError.self) {
            try Study.parse(text, file: "one.study.yaml")
        }
        #expect(error.description.contains("one.study.yaml:5:"))
        #expect(error.description.contains("has 1 arm"))
    }
}

import Reporting
import Results
import Testing
import Verdicts

/// Texts on a terminal of 80 columns, and narrower: no line is longer, and each row keeps its name.
struct `Tables on a terminal` {
    /// As long as the names of variants become.
    private static let longNames = [
        "private-writer:flush=200ms,route=perform", "siblings:merge-by=perform-and-wait,pool=1",
    ]

    /// A run of eleven topologies, two of which have long names.
    private static func run() -> WorkloadResult {
        var result = SampleResult.make()
        let names = longNames + (1...9).map { "a-topology-\($0)" }
        result.topologies = names.indices.map { index in
            var topology = result.topologies[index % 4]
            topology.variant = names[index]
            topology.topology = String(names[index].prefix { $0 != ":" })
            return topology
        }
        return result
    }

    private static func check(_ text: String, at width: Int, _ what: String) {
        for line in text.split(separator: "\n") {
            // A name alone is never broken, so that it can be copied.
            let isName =
                !line.drop { $0 == " " }.contains(" ")
                && longNames.contains {
                    line.hasSuffix($0)
                }
            #expect(line.count <= width || isName, "\(what) at \(width): \(line)")
        }
    }

    @Test(arguments: [60, 72, 80, 100, 108])
    func `No line is longer than the terminal is wide`(width: Int) throws {
        Self.check(SummaryText.text(of: Self.run(), width: width), at: width, "run")
        Self.check(SummaryText.text(of: SampleSweep.make(), width: width), at: width, "sweep")
        let modes = SampleCrash.modes
        let crash = SampleCrash.make(Self.longNames + SampleCrash.topologies, modes)
        Self.check(CrashSummaryText.text(of: crash, width: width), at: width, "crash")
        var bad = crash
        bad.configurations[0].exploration?.violations = [
            CrashViolation(state: "P3/1", message: "a row is gone", cause: "")
        ]
        Self.check(CrashSummaryText.text(of: bad, width: width), at: width, "bad crash")
    }

    @Test func `Every part of a divided table names all its rows, long names on their own line`() {
        let lines = SummaryText.text(of: Self.run(), width: 80).split(separator: "\n")
        let heads = lines.count { $0.hasPrefix("topology ") }
        #expect(heads >= 2)
        for name in Self.longNames {
            #expect(lines.count { $0 == name } == heads, "\(name)")
        }
        for number in 1...9 {
            #expect(lines.count { $0.hasPrefix("a-topology-\(number)  ") } == heads)
        }
        // What a choice depends on stands in the first part.
        let first = lines[...lines.firstIndex { $0.hasPrefix("a-topology-9") }!]
        for word in ["delay, ms", "lost, edits", "outcome"] {
            #expect(first.contains { $0.contains(word) || $0.hasSuffix(word) }, "\(word)")
        }
    }

    @Test func `Of several labels the first stands above its rows where there is no room`() {
        let table = TextTable(
            columns: [
                .init(title: "topology", alignsLeft: true, cells: ["siblings", "siblings", "b"]),
                .init(title: "figure", alignsLeft: true, cells: ["busy", "delay", "busy"]),
                .init(title: "before", cells: ["1", "2", "3"]),
                .init(title: "after", cells: ["4", "5", "6"]),
            ], labels: 2)
        #expect(table.lines(width: 40).count == 4)
        #expect(
            table.lines(width: 30) == [
                "  figure  before  after", "siblings", "  busy         1      4",
                "  delay        2      5", "b", "  busy         3      6",
            ])
    }

    @Test func `A group stays whole, and the important ones stay in the first part`() {
        func column(_ group: String, _ title: String, rank: Int) -> TextTable.Column {
            .init(group: group, title: title, rank: rank, cells: ["100"])
        }
        let table = TextTable(columns: [
            .init(title: "topology", alignsLeft: true, cells: ["siblings"]),
            column("busy", "ms", rank: 1), column("busy", "%", rank: 1),
            column("delay", "p50", rank: 0), column("delay", "p99", rank: 0),
            column("lost", "mean", rank: 0), column("lost", "max", rank: 0),
        ])
        let lines = table.lines(width: 30)
        #expect(lines.count == 7 && lines[3] == "")
        #expect(lines[0].contains("delay") && lines[0].contains("lost"))
        #expect(lines[4].contains("busy") && lines[6].hasPrefix("siblings"))
    }

    @Test func `A name that is longer than a line is broken at its marks`() {
        #expect(
            TextLines.broken("private-writer:flush=200ms,route=perform", width: 30) == [
                "private-writer:flush=200ms,", "route=perform",
            ])
        #expect(
            TextLines.broken(String(repeating: "x", count: 25), width: 10).map(\.count) == [
                10, 10, 5,
            ])
    }

    @Test func `A command to copy is continued as a shell reads it`() {
        let words = ["lab", "run", "--workload", "smoke", "--topology", "siblings"]
        #expect(TextLines.command(words, width: 80, first: "  ").count == 1)
        let lines = TextLines.command(words, width: 24, first: "  ")
        #expect(lines.count > 1 && lines.dropLast().allSatisfy { $0.hasSuffix(" \\") })
        #expect(lines.allSatisfy { $0.count <= 24 })
        let read = lines.joined(separator: " ").split { $0 == " " || $0 == "\\" }.map(String.init)
        #expect(read == words)
    }
}

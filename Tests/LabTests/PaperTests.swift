import Execution
import Foundation
import Results
import Testing
import Verdicts
import WorkloadEngine

/// The papers name every option, code, figure and key of the command, and no other.
struct `The papers of the lab` {
    private static let folder = "Sources/lab/lab.docc"

    private func section(_ heading: String, of name: String) throws -> Paper {
        let paper = try Paper("\(Self.folder)/\(name)")
        return try #require(paper.section(heading), "\(name) has no “## \(heading)”")
    }

    private func options(in section: Paper) -> Set<String> {
        Set(
            section.code.flatMap { $0.split { " =[]|".contains($0) } }
                .filter { $0.hasPrefix("--") }.map(String.init))
    }

    @Test func `Command.md has every command with its options, and no other option`() async throws {
        let commands = try await HelpDump.read().command.visible
        #expect(commands.count > 10)
        // What every command that prints has is described once.
        let shared = try options(in: section("On a terminal", of: "Command.md"))
            .union(options(in: section("For programs", of: "Command.md")).intersection(["--json"]))
        #expect(!shared.isEmpty)
        let rows = try section("The commands", of: "Command.md").rows
        let named = rows.compactMap { row in
            row.first.flatMap { Paper.code(in: $0).first }?.split(separator: " ").dropFirst().first
        }
        #expect(named.map(String.init).sorted() == commands.map(\.commandName).sorted())
        for command in commands {
            let section = try section("lab \(command.commandName)", of: "Command.md")
            let written = options(in: section)
            let missing = command.options.subtracting(written).subtracting(shared).sorted()
            let surplus = written.subtracting(command.options).sorted()
            #expect(missing == [], "lab \(command.commandName) in Command.md lacks these")
            #expect(surplus == [], "lab \(command.commandName) does not have these")
        }
    }

    @Test func `Every command line that the papers show has commands and options that exist`()
        async throws
    {
        let lab = try await HelpDump.read().command
        var count = 0
        for paper in try Paper.all() {
            for line in paper.commandLines {
                let first = line.first ?? ""
                let named = lab.visible.first { $0.commandName == first }
                let isDefault = first.hasPrefix("-")
                guard
                    let command = named ?? (isDefault ? lab.visible.first : nil)
                else {
                    Issue.record("\(paper.path): lab \(line.joined(separator: " "))")
                    continue
                }
                count += 1
                let known = command.options.union([
                    "--help", "--experimental-dump-help", "--generate-completion-script",
                ])
                for word in line where word.hasPrefix("--") {
                    #expect(
                        known.contains(word), "\(paper.path): lab \(line.joined(separator: " "))")
                }
            }
        }
        #expect(count > 50)
    }

    @Test func `Command.md has every exit code, in the order in which they win`() throws {
        let section = try section("Exit codes", of: "Command.md")
        let codes = section.rows.compactMap { $0.first.flatMap(Int32.init) }
        #expect(codes == ExitCode.allCases.map(\.rawValue))
        let words = section.rows.compactMap { $0.dropFirst().first }
        #expect(words == ExitCode.allCases.map { "`\($0.word)`" })
        let order = ExitCode.precedence.dropLast().map { "\($0.rawValue)" }
            .joined(separator: ", ")
        #expect(section.text.replacing("\n", with: " ").contains(order), "the order is \(order)")
    }

    @Test func `Architecture.md has a formula for every figure`() throws {
        let section = try section("The figures", of: "Architecture.md")
        let rows = section.rows.filter { $0.count >= 3 }
        for metric in Metric.all {
            let family = Self.family(of: metric.name)
            let row = rows.first { Paper.code(in: $0[0]).contains(family) }
            guard let row else {
                Issue.record("Architecture.md, “The figures”, has no row for \(metric.name)")
                continue
            }
            let statistics = Set(Paper.code(in: row[1]))
            for measure in metric.measures {
                let units = ["`\(measure.unit.rawValue)`", measure.unit.rawValue]
                #expect(statistics.contains(measure.statistic.rawValue), "\(measure.name)")
                #expect(
                    units.contains { row[1].contains($0) }, "the unit of \(metric.name) is missing")
            }
            #expect(!row[2].isEmpty, "\(metric.name) has no formula")
        }
    }

    /// The name of a metric's row: metrics that differ in a kind or a cause share one.
    private static func family(of name: String) -> String {
        let families = [
            "operation.": "<kind>", "main.cause.": "<cause>", "work.": "<kind>",
            "main.work.": "<kind>",
        ]
        let found = families.first { name.hasPrefix($0.key) }
        return found.map { $0.key + $0.value } ?? name
    }

    @Test func `Architecture.md names no figure that there is not`() throws {
        let section = try section("The figures", of: "Architecture.md")
        let known = Set(Metric.all.map(\.name))
        let roots = ["main.", "store.", "process.", "queue.", "loss.", "list.", "ui.", "import."]
        for row in section.rows where row.count >= 3 {
            for name in Paper.code(in: row[0]) where roots.contains(where: name.hasPrefix) {
                let isFamily = ["main.cause.<cause>", "main.work.<kind>"].contains(name)
                #expect(known.contains(name) || isFamily, "\(name)")
            }
        }
    }

    @Test func `Architecture.md has every cause and every kind of operation`() throws {
        let section = try section("The figures", of: "Architecture.md")
        let first = Set(section.rows.flatMap { Paper.code(in: $0[0]) })
        for cause in Cause.allCases { #expect(first.contains(cause.rawValue)) }
        for kind in Metric.operation.keys { #expect(first.contains(kind.rawValue), "\(kind)") }
        for work in Metric.work.keys { #expect(first.contains(work.name), "\(work)") }
    }

    @Test func `Topologies.md draws up every topology of the catalogue`() async throws {
        let section = try section("The catalogue", of: "Topologies.md")
        let written = section.rows.compactMap { Paper.code(in: $0[0]).first }
        let listed = try await LabProcess("list").run().output
        for name in written { #expect(listed.contains("\n\(name)\n  from: "), "\(name)") }
        #expect(listed.components(separatedBy: "\n  from: ").count - 1 == written.count)
    }

    /// A dry suite reads and checks each run as `lab run` does, and runs nothing.
    @Test func `Every run that Documents.md shows can be made`() async throws {
        let paper = try Paper("\(Self.folder)/Documents.md")
        let lines = paper.rows.compactMap { $0.last }.flatMap(Paper.code)
            .filter { $0.hasPrefix("lab run ") || $0.hasPrefix("lab crash ") }
        #expect(lines.count > 25)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let entries = lines.enumerated().map { Self.entry($0.element, number: $0.offset) }
        try folder.write(
            "schema: 1\ntitle: All lines\nruns:\n" + entries.joined(separator: "\n"),
            to: "lines.suite.yaml")
        let dry = try await LabProcess("suite", folder.file("lines.suite.yaml"), "--dry-run").run()
        #expect(dry.code == 0, "\(dry.errors)")
        #expect(dry.output.contains("\(lines.count) runs, "), "\(dry.output)")
    }

    /// A command line's workload, topologies and settings as a run of a suite.
    private static func entry(_ line: String, number: Int) -> String {
        var topologies: [String] = []
        var settings: [String] = []
        var workload = ""
        // Quotes hold words together, as in a shell.
        let words = line.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .flatMap { part in
                part.offset.isMultiple(of: 2)
                    ? part.element.split(separator: " ").map(String.init) : [String(part.element)]
            }
        for (option, value) in zip(words, words.dropFirst()) {
            switch option {
            case "--workload": workload = value
            case "--topology": topologies.append("\"\(value)\"")
            case "--set":
                let sides = value.split(separator: "=", maxSplits: 1)
                settings.append("\(sides[0]): \"\(sides[1])\"")
            default: break
            }
        }
        return "  - { name: line-\(number), workload: \(workload), "
            + "topologies: [\(topologies.joined(separator: ", "))], "
            + "set: { \(settings.joined(separator: ", ")) } }"
    }

    @Test func `Every complete file that the papers show is a good one`() async throws {
        var count = 0
        for paper in try Paper.all() {
            for listing in paper.listings("yaml") where listing.hasPrefix("schema:") {
                let folder = try TemporaryFolder()
                defer { folder.remove() }
                try folder.write(listing, to: "listing.yaml")
                let result = try await LabProcess("lint", folder.file("listing.yaml")).run()
                #expect(result.code == 0, "\(paper.path): \(result.errors)")
                count += 1
            }
        }
        #expect(count >= 4)
    }
}

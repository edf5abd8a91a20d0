import ArgumentParser
import Documents
import Foundation
import Reporting
import Results
import Verdicts

/// `lab history`: figures over the nights.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Keep figures over the nights, and find where their level changed.",
        discussion: """
            Exit codes: 0 done · 2 usage, and nothing to add, to show or to acknowledge · 5 \
            regressed, with --fail-on-regression · 7 a run that cannot be read · 9 something could \
            not be written.
            """,
        subcommands: [Add.self, Show.self, Acknowledge.self])

    static let usualFile = "Reports/history.ndjson"

    struct Options: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "The history's file. Default: \(HistoryCommand.usualFile).", valueName: "file"))
        var file: String = HistoryCommand.usualFile

        /// The history.
        fileprivate var history: HistoryFile { HistoryFile(path: file, option: "--file") }

        /// The history's lines; the command warns of lines that it cannot read.
        ///
        /// - Throws: `CommandFailure` (2) if the file does not exist.
        fileprivate func records() throws -> [HistoryRecord] {
            guard let text = history.read() else {
                throw CommandFailure(
                    .usage, "there is no history at \(file): lab history add RUN makes one")
            }
            for skipped in text.skipped { Console.note("lab: warning: \(file), \(skipped)") }
            return text.records
        }
    }

    struct Add: DisplayingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add the figures of runs to a history.")

        @OptionGroup var options: Options
        @OptionGroup var display: DisplayOptions

        @Argument(help: ArgumentHelp("The folders of runs.", valueName: "run"))
        var runs: [String]

        @Option(
            help: ArgumentHelp(
                "A figure to keep, such as main.delay.p99; repeatable. Default: those that a "
                    + "comparison may fail for, and the store's counts.", valueName: "figure"))
        var metric: [String] = []

        func run() throws {
            CommandFailure.ended {
                let names = try HistoryCommand.names(metric)
                var records: [HistoryRecord] = []
                for run in runs {
                    guard let file = BaselineShelf.runFile(at: run) else {
                        throw CommandFailure(
                            .usage, "there is no run at \(run): name a folder of lab run")
                    }
                    let found = HistoryRecord.records(
                        of: try ResultFile.read(file), metrics: names)
                    guard !found.isEmpty else {
                        throw CommandFailure(
                            .usage,
                            "\(run) has nothing to add: it was interrupted, or failed, or lacks "
                                + "all of these figures")
                    }
                    records += found
                }
                let added = try options.history.add(records)
                let known = added.known > 0 ? ", \(added.known) were there already" : ""
                Console.write("\(added.count) figures added to \(options.file)\(known)")
                if added.endedHalfLine {
                    Console.note(
                        "lab: warning: \(options.file) ended in the middle of a line; it is skipped"
                            + " when read")
                }
                return SessionEnding.ended(.ok, page: options.file)
            }
        }
    }

    struct Show: DisplayingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Find where figures changed, draw them, and write tables for Apache Otava.")

        @OptionGroup var options: Options
        @OptionGroup var display: DisplayOptions
        @OptionGroup var document: DocumentOptions

        @Option(help: "Only this workload.")
        var workload: String?

        @Option(
            help: ArgumentHelp(
                "Only this topology, as the runs call it: private-writer:flush=5s.",
                valueName: "variant"))
        var topology: String?

        @Option(help: ArgumentHelp("Only this figure; repeatable.", valueName: "figure"))
        var metric: [String] = []

        @Option(
            help: ArgumentHelp(
                "The least change of level to report, in per cent. Default: 1.",
                valueName: "percent"))
        var smallest: Double = 1

        @Option(help: "The folder of charts and tables. Default: Reports/history.")
        var output: String = "Reports/history"

        @Flag(help: "Draw no charts; their data and scripts are written all the same.")
        var noCharts = false

        @Flag(help: "Fail (5) where a figure regressed and the change is not acknowledged.")
        var failOnRegression = false

        func validate() throws {
            guard smallest >= 0, smallest.isFinite else {
                throw ValidationError("--smallest \(smallest): give per cent, 0 or more")
            }
        }

        func run() throws {
            CommandFailure.ended {
                let known = AcknowledgementFile(beside: options.file)
                let acknowledged = known.read()
                if acknowledged.skipped > 0 {
                    Console.note(
                        "lab: warning: \(acknowledged.skipped) lines of \(known.path) cannot be "
                            + "read, and acknowledge nothing")
                }
                let report = HistoryReport(
                    try records(), smallest: smallest / 100, acknowledged: acknowledged.read)
                let folder = ReportFolder(path: output)
                try folder.prepare()
                let warnings = try ChartFolder(path: output).write(
                    report.charts, isDrawing: !noCharts)
                for warning in warnings {
                    Console.note("lab: warning: \(warning.message); \(warning.advice)")
                }
                let omitted = try report.writeOtava(to: folder)
                if !omitted.isEmpty {
                    Console.note(
                        "lab: warning: not every run has \(omitted.count) of the columns, such as "
                            + "\(omitted[0]); they are not in the tables for Otava")
                }
                Console.keep(report.changes, as: "changes")
                Console.show(
                    report.text(
                        of: options.file, width: Console.width, commits: CommitRange.subjects))
                let hasFailed = failOnRegression && !report.open.isEmpty
                return SessionEnding.ended(hasFailed ? .regressed : .ok, page: output)
            }
        }

        /// Reads the records.
        ///
        /// - Throws: `CommandFailure` (2) if there is nothing to show.
        private func records() throws -> [HistoryRecord] {
            let all = try options.records()
            let names = try HistoryCommand.names(metric)
            let records = all.filter { record in
                (workload.map { $0 == record.workload } ?? true)
                    && (topology.map { $0 == record.variant } ?? true)
                    && (metric.isEmpty || names.contains(record.metric))
            }
            guard !records.isEmpty else {
                throw CommandFailure(
                    .usage,
                    all.isEmpty
                        ? "\(options.file) holds no figure that can be read"
                        : "\(options.file) holds no figure of these: it has the workloads "
                            + TextLines.list(Set(all.map(\.workload)).sorted()))
            }
            return records
        }
    }

    struct Acknowledge: DisplayingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say of a change that it is known and stays: it is shown with the note.",
            discussion: """
                lab history show prints the series and the commit of each change. The note lies \
                beside the history, in its name with .acknowledged.ndjson at the end.
                """)

        @OptionGroup var options: Options
        @OptionGroup var display: DisplayOptions

        @Option(
            help: ArgumentHelp(
                "The series, as smoke/siblings/main.busy.total.",
                valueName: "workload/topology/figure"))
        var series: String

        @Option(help: "The commit of the first run of the new level; seven digits or more.")
        var commit: String

        @Option(help: "Why it stays.")
        var note: String

        func validate() throws {
            guard note.contains(where: { !$0.isWhitespace }) else {
                throw ValidationError("--note: say why the change stays")
            }
        }

        func run() throws {
            CommandFailure.ended {
                let report = HistoryReport(try options.records(), smallest: 0)
                guard let change = report.change(of: series, at: commit) else {
                    let known = report.changes.map {
                        "\($0.series.name) at \($0.commitAfter.prefix(12))"
                    }
                    throw CommandFailure(
                        .usage,
                        "\(options.file) has no change of \(series) at \(commit); "
                            + (known.isEmpty
                                ? "no series has changed its level"
                                : "changes are \(TextLines.list(known))"))
                }
                let file = AcknowledgementFile(beside: options.file)
                try file.add(Acknowledgement(of: change, note: note))
                Console.write("acknowledged in \(file.path): \(note)")
                return SessionEnding.ended(.ok, page: file.path)
            }
        }
    }

    /// The figures' whole names.
    ///
    /// - Throws: `DocumentError` for an unknown one, with the nearest.
    fileprivate static func names(_ written: [String]) throws -> [String] {
        guard !written.isEmpty else { return HistoryRecord.standardMetrics }
        return try written.map { try Metric.wholeName($0, option: "--metric") }
    }
}

import CrashLab
import Reporting
import Results
import Verdicts

/// The report, the words and the exit code of an exploration, however many machines made it.
struct CrashEnding {
    let charts: ChartRequest
    /// The part that was broken on purpose.
    let control: CrashControl?

    /// Writes the report, and prints what was found.
    ///
    /// - Parameter isInterrupted: whether the command was interrupted; also called while charts
    ///   are drawn.
    func end(
        _ result: CrashResult, to report: ReportFolder, isInterrupted: () -> Bool
    ) -> RunOutcome {
        var ending = Self.ending(of: result)
        ending.write(report.page, warnings: result.head.warnings, charts: charts) {
            try report.write(result, drawsCharts: charts.areDrawn, isCancelled: isInterrupted)
        }
        if isInterrupted() { ending.add(.interrupted) }
        ending.say(result.configurations.map { ($0.name, $0.failure) })
        Console.keep(CrashDocument(of: result), as: "crash")
        Console.show(CrashSummaryText.text(of: result, width: Console.width))
        if let uncaught = uncaught(result) {
            ending.fail(
                CommandFailure(
                    .inconclusive,
                    "nothing was caught of \(uncaught.rawValue), which proves nothing: it needs "
                        + "\(uncaught.need), and enough --samples"))
        }
        return ending.finish()
    }

    /// Writes what this machine explored, for `lab merge`.
    func endPart(_ result: CrashResult, to report: ReportFolder) -> RunOutcome {
        var ending = Self.ending(of: result)
        ending.write(report.runFile, warnings: result.head.warnings) {
            try report.writePart(result)
            return []
        }
        if result.head.isInterrupted { ending.add(.interrupted) }
        ending.say(result.configurations.map { ($0.name, $0.failure) })
        let runs = result.configurations.count
        let part = result.head.part.map { "\($0.number)/\($0.count)" } ?? ""
        Console.show(
            "part \(part): \(runs) \(runs == 1 ? "run" : "runs") explored; lab merge puts the "
                + "parts together\n")
        return ending.finish()
    }

    private static func ending(of result: CrashResult) -> SessionEnding {
        SessionEnding(
            result.configurations.compactMap { configuration in
                configuration.failure.map { ExitCode(of: $0.kind) }
            })
    }

    /// The control that no configuration caught, among those that were explored to their ends.
    private func uncaught(_ result: CrashResult) -> CrashControl? {
        let explored = result.configurations.compactMap(\.exploration)
        guard let control, !explored.isEmpty, explored.allSatisfy(\.violations.isEmpty) else {
            return nil
        }
        return control
    }
}

import Reporting
import Results
import Verdicts

/// The end of every session and of every command that has an outcome.
///
/// It writes, warns, reports failures, and combines the codes.
///
///     write ─▶ warn ─▶ fail … ─▶ findings, on standard output ─▶ finish: the machine's line
///
/// If a file cannot be written, the figures are still printed: measuring them took a minute.
package struct SessionEnding {
    private var codes: [ExitCode]
    private var page: String?
    private var warnings: [RunWarning] = []

    /// - Parameters:
    ///   - codes: how the work itself ended.
    ///   - page: the page for the machine's line, if it is written already.
    package init(_ codes: [ExitCode] = [], page: String? = nil) {
        self.codes = codes
        self.page = page
    }

    /// The gravest so far.
    package var code: ExitCode { ExitCode.winner(of: codes) }

    /// Counts a code; the gravest wins.
    mutating func add(_ code: ExitCode) { codes.append(code) }

    /// Writes the files of the session.
    ///
    /// - Parameters:
    ///   - page: the page that the machine's line names once it is written.
    ///   - warnings: the warnings about the figures, printed after these are written.
    ///   - charts: whether missing pictures are a failure.
    ///   - body: writes, and returns the charts that could not be drawn.
    package mutating func write(
        _ page: String, warnings: [RunWarning] = [], charts: ChartRequest = ChartRequest(),
        _ body: () throws -> [RunWarning]
    ) {
        do {
            let undrawn = try body()
            warn(warnings + undrawn)
            if charts.areRequired, undrawn.contains(where: { $0.code.hasPrefix("gnuplot-") }) {
                codes.append(.notWritten)
            }
            self.page = page
        } catch {
            fail(error)
        }
    }

    /// Does what comes after the figures; a failure is reported, and its code counted.
    mutating func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            fail(error)
        }
    }

    /// Prints warnings about the figures.
    mutating func warn(_ warnings: [RunWarning]) {
        for warning in warnings {
            Console.note("lab: warning: \(warning.message); \(warning.advice)")
        }
        self.warnings += warnings
    }

    /// Reports a failure beside the figures, and counts its code.
    package mutating func fail(_ error: any Error) {
        let failure = CommandFailure(error)
        Console.note("lab: error: \(failure.message)")
        codes.append(failure.code)
    }

    /// Reports the runs that failed, of several.
    ///
    /// Their codes are those of the work itself.
    func say(_ failures: [(name: String, failure: RunFailure?)]) {
        for case (let name, let failure?) in failures {
            Console.note("lab: error: \(name): \(failure.message)")
        }
    }

    /// Prints the machine's line, which is the last.
    package func finish(
        result: WorkloadResult? = nil, comparison: ComparisonReport? = nil
    ) -> RunOutcome {
        Console.conclude(code, report: page)
        return RunOutcome(
            code: code, result: result, comparison: comparison, warnings: warnings, page: page,
            isInterrupted: codes.contains(.interrupted))
    }
}

extension SessionEnding {
    /// The end of a session that cannot go on: why, and its code.
    static func failed(_ error: any Error) -> RunOutcome {
        var ending = SessionEnding()
        ending.fail(error)
        return ending.finish()
    }

    /// The end of a session whose files are written already.
    ///
    /// - Parameter page: the page for the machine's line; `nil` if nothing was written.
    static func ended(_ code: ExitCode, page: String? = nil) -> RunOutcome {
        SessionEnding([code], page: page).finish()
    }
}

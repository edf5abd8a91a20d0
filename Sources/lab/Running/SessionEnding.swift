import Reporting
import Results
import Verdicts

/// The end of every session, and of every command that has an outcome: it writes, warns, says what
/// failed, and adds the codes up.
///
///     write ─▶ warn ─▶ fail … ─▶ what was found, on standard output ─▶ finish: the machine's line
///
/// What cannot be written does not keep the figures from being said: they took a minute.
package struct SessionEnding {
    private var codes: [ExitCode]
    private var page: String?
    private var warnings: [RunWarning] = []

    /// - Parameter codes: how the work itself ended.
    package init(_ codes: [ExitCode] = []) { self.codes = codes }

    /// The gravest so far.
    package var code: ExitCode { ExitCode.winner(of: codes) }

    /// Counts a code; the gravest wins.
    mutating func add(_ code: ExitCode) { codes.append(code) }

    /// Writes what the session was for.
    ///
    /// - Parameters:
    ///   - page: what the machine's line names where it was written.
    ///   - warnings: those of the figures, said once these are written.
    ///   - charts: whether pictures that are missing are a failure.
    ///   - body: writes, and returns what could not be drawn.
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

    /// Says doubts about the figures.
    mutating func warn(_ warnings: [RunWarning]) {
        for warning in warnings {
            Console.note("lab: warning: \(warning.message); \(warning.advice)")
        }
        self.warnings += warnings
    }

    /// Says what went wrong beside the figures, and counts its code.
    package mutating func fail(_ error: any Error) {
        let failure = CommandFailure(error)
        Console.note("lab: error: \(failure.message)")
        codes.append(failure.code)
    }

    /// Says which of several runs failed. Their codes are those of the work.
    func say(_ failures: [(name: String, failure: RunFailure?)]) {
        for case (let name, let failure?) in failures {
            Console.note("lab: error: \(name): \(failure.message)")
        }
    }

    /// Says the machine's line, which is the last.
    package func finish(
        result: WorkloadResult? = nil, comparison: ComparisonReport? = nil
    ) -> RunOutcome {
        Console.write(MachineLine.text(code, report: page))
        return RunOutcome(
            code: code, result: result, comparison: comparison, warnings: warnings)
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
    /// - Parameter page: what the machine's line names; `nil` where nothing was written.
    static func ended(_ code: ExitCode, page: String? = nil) -> RunOutcome {
        var ending = SessionEnding([code])
        ending.page = page
        return ending.finish()
    }
}

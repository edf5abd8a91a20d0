import CoreData
import Glibc
import Results

/// The outcome of a repetition in a child process, as its exit, its killer and its report show it
/// together.
package enum ChildOutcome: Sendable {
    case finished(RunRecord)
    case simulated(RepetitionResult)
    case explored(ExplorationRecord)
    /// A topology as JSON.
    case shown(String)
    /// The run stood still, as the child's watchdog reported.
    case stuck(StallReport)
    /// It did not end in its time, and was killed: whether it moved is not known.
    case overdue(message: String)
    /// The child ended without a usable report, perhaps because it could not write one. `message`
    /// is its text on standard error.
    case trapped(message: String, exit: ChildExit)
    case failed(RunFailure)
    /// It was killed as was intended: by plan, at its own exact point, or because of an
    /// interruption.
    case killed(ChildResult.Killer?)

    /// Judges a child.
    ///
    /// - Parameters:
    ///   - mode: its task: a kill by its own hand is intended in `.kill` only.
    ///   - report: its report, if it wrote one.
    package init(result: ChildResult, report: ChildReport?, mode: RepetitionRequest.Mode) {
        switch (result.killer, report) {
        case (.plan?, _), (.interruption?, _):
            self = .killed(result.killer)
        case (.timeLimit?, let report):
            self = .overdue(message: Self.overdue(result, hasReport: report != nil))
        case (nil, .stuck(let stall)?):
            self = .stuck(stall)
        case (nil, .failed(let failure)?):
            self = .failed(failure)
        case (nil, .finished(let record)?) where result.exit == .exited(0) && !mode.explores:
            self = .finished(record)
        case (nil, .simulated(let repetition)?) where result.exit == .exited(0):
            self = .simulated(repetition.result)
        case (nil, .explored(let record)?) where result.exit == .exited(0) && mode.explores:
            self = .explored(record)
        case (nil, .shown(let topology)?) where result.exit == .exited(0):
            self = .shown(topology)
        case (nil, nil) where result.exit == .signalled(SIGKILL) && mode.endsByItsOwnHand:
            self = .killed(nil)
        default:
            self = .trapped(message: Self.lastWords(of: result), exit: result.exit)
        }
    }

    /// The same as a topology's failure; `nil` for a run that finished or was killed as intended.
    package var failure: RunFailure? {
        switch self {
        case .finished, .simulated, .explored, .shown, .killed: return nil
        case .stuck(let stall): return stall.failure
        case .failed(let failure): return failure
        case .overdue(let message): return RunFailure(kind: .overdue, message: message)
        case .trapped(let message, let exit):
            let lines = message.split(separator: "\n").map(String.init)
            return RunFailure(
                kind: exit == .exited(ChildEnd.notWrittenCode)
                    ? .notWritten : Self.isOffQueue(message) ? .offQueue : .trapped,
                message: "\(lines.first ?? "no message") (\(exit))",
                details: Array(lines.dropFirst()))
        }
    }

    /// The message of a child that trapped.
    ///
    /// It begins at the last line that begins a trap and ends before the backtrace. Without such a
    /// line it is the last line outside a backtrace, and without output a sentence that reports its
    /// absence.
    static func lastWords(of result: ChildResult) -> String {
        let lines = result.standardError.split(separator: "\n")
        let words = lines.filter { !isOfBacktrace($0) }
        if let trap = lines.lastIndex(where: isTrap) {
            // The message may have several lines, but no line that looks like a backtrace's.
            return lines[trap...].prefix { !isOfBacktrace($0) }.prefix(12)
                .joined(separator: "\n")
        }
        if let last = words.last { return String(last) }
        if result.exit == .signalled(SIGKILL) {
            return "killed from outside, as the kernel does when memory runs out, without a message"
        }
        return "it ended without a report and without a message on standard error"
    }

    /// The words with which Swift's runtime begins a trap: `File.swift:27: Precondition failed: …`.
    private static let traps = [
        "Fatal error", "fatal error", "Precondition failed", "Assertion failed",
    ]

    /// Whether concurrency debugging raised the trap: the mistake is then in the stack, not in the
    /// lab.
    private static func isOffQueue(_ message: String) -> Bool {
        message.contains(ConcurrencyDebugging.trapWords)
    }

    private static func isTrap(_ line: Substring) -> Bool {
        traps.contains { line.contains($0) }
    }

    /// Whether a line belongs to a backtrace of Swift's runtime or its backtracer.
    ///
    ///     Current stack trace:
    ///     17   exe                                0x000055aa32f6c101 <unavailable> + 995585
    ///     *** Signal 4: Backtracing from 0x7f7499d4e0e0... failed ***
    private static func isOfBacktrace(_ line: Substring) -> Bool {
        if line.hasPrefix("Current stack trace") || line.hasPrefix("*** ") { return true }
        if line.hasPrefix("swift-runtime:") || line.hasPrefix("swift-backtrace:") { return true }
        return line.firstMatch(of: /^ *[0-9]+ +\S.* 0x[0-9a-f]{8,}\b/) != nil
    }

    private static func overdue(_ result: ChildResult, hasReport: Bool) -> String {
        let time = "\((result.duration.milliseconds / 100).rounded() / 10) s"
        return hasReport
            ? "the child wrote its report but had not ended after \(time), and was killed"
            : "the child had not ended after \(time) and had not reported why, and was killed"
    }
}

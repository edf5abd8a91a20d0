/// How a command ended: Command.md, “Exit codes”.
package enum ExitCode: Int32, Sendable, CaseIterable {
    /// It ran, all gates hold, nothing regressed.
    case ok = 0
    /// A bug in the lab, a child that traps among them.
    case bug = 1
    /// Wrong options, an unknown workload or topology name, an empty selection.
    case usage = 2
    /// An invalid workload, topology, model, data or device file.
    case invalidInput = 3
    /// A gate failed.
    case gateFailed = 4
    /// Worse than the baseline.
    case regressed = 5
    /// Recovered outside of the prediction, outcome differs, stuck, not deterministic.
    case integrity = 6
    /// The baseline is missing, or of something else.
    case incomparable = 7
    /// A gate has no verdict although one was required, or no round was left to compare; or a
    /// control was not caught.
    case inconclusive = 8
    /// Output, store or required charts could not be written, or the machine refuses a resource
    /// that a run needs.
    case notWritten = 9
    /// Ctrl-C.
    case interrupted = 130

    /// The word after `result=` in the machine's line.
    package var word: String {
        switch self {
        case .ok: "ok"
        case .bug: "bug"
        case .usage: "usage"
        case .invalidInput: "invalid-input"
        case .gateFailed: "gate-failed"
        case .regressed: "regressed"
        case .integrity: "integrity"
        case .incomparable: "incomparable"
        case .inconclusive: "inconclusive"
        case .notWritten: "not-written"
        case .interrupted: "interrupted"
        }
    }

    /// The codes in the order in which they win if several apply.
    ///
    /// Failures that cast doubt on every figure (1, 6) win over those that cast doubt on one. 2
    /// comes before anything runs, so it meets only 3, which is then more important than the option
    /// that named the file. 130 comes after the certain findings of an interrupted run, and before
    /// verdicts on incomplete figures.
    package static let precedence: [ExitCode] = [
        .bug, .integrity, .invalidInput, .usage, .notWritten, .interrupted, .incomparable,
        .gateFailed, .regressed, .inconclusive, .ok,
    ]

    /// The winning code; `ok` without codes.
    package static func winner(of codes: some Sequence<ExitCode>) -> ExitCode {
        let codes = Array(codes)
        return precedence.first { codes.contains($0) } ?? .ok
    }
}

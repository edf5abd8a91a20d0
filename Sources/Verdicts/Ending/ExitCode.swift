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
    /// Neither better nor worse can be told, and a verdict was required, or nothing was left to
    /// compare; or a control that was to be caught was not.
    case inconclusive = 8
    /// Output, store or required charts could not be written, or the machine refuses what a run
    /// needs.
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

    /// The codes in the order in which they win where several apply.
    ///
    /// What casts doubt on every figure (1, 6) wins over what casts doubt on one. 2 comes before
    /// anything runs, so it meets only 3, which is then worth more than the option that named the
    /// file; 130 comes after what an interrupted run has found wrong beyond doubt, and before what
    /// it judges by figures that are not complete.
    package static let precedence: [ExitCode] = [
        .bug, .integrity, .invalidInput, .usage, .notWritten, .interrupted, .incomparable,
        .gateFailed, .regressed, .inconclusive, .ok,
    ]

    /// The one that wins; `ok` where there is none.
    package static func winner(of codes: some Sequence<ExitCode>) -> ExitCode {
        let codes = Array(codes)
        return precedence.first { codes.contains($0) } ?? .ok
    }
}

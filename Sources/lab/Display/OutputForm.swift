import Reporting

/// The form of standard output: its width, and whether words are emphasised.
package struct OutputForm: Sendable, Hashable {
    /// A narrower terminal breaks the lines itself: no table fits into less.
    package static let leastWidth = 40
    /// On a wider terminal lines end here: eyes lose their way back in longer ones.
    package static let greatestWidth = 132

    /// In characters.
    package var width: Int
    /// Whether a reader sees lines of that width: on a terminal, or where `COLUMNS` asks for it.
    ///
    /// A log keeps a finding about a file in a line of its own.
    package var isBroken: Bool
    package var isEmphatic: Bool

    /// - Parameters:
    ///   - terminalWidth: of the terminal that standard output is, 0 if the terminal does not
    ///     tell it; `nil` if standard output is none.
    ///   - environment: `COLUMNS` stands over the terminal's width. `NO_COLOR`, and `TERM` that
    ///     is `dumb`, keep a terminal without emphasis.
    package init(
        terminalWidth: Int?, environment: [String: String], color: ColorChoice
    ) {
        let wanted = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let own = terminalWidth.flatMap { $0 > 0 ? min($0, Self.greatestWidth) : nil }
        width = max(Self.leastWidth, wanted ?? own ?? TextLines.fileWidth)
        isBroken = (wanted ?? terminalWidth) != nil
        isEmphatic =
            switch color {
            case .always: true
            case .never: false
            case .auto:
                terminalWidth != nil && environment["TERM"] != "dumb"
                    && environment["NO_COLOR", default: ""].isEmpty
            }
    }
}

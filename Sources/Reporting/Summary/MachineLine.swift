import Verdicts

/// The last line on standard output, for programs.
package enum MachineLine {
    /// What no other line begins with.
    static let beginning = "lab: result="

    /// The line.
    ///
    /// - Parameters:
    ///   - code: the command's exit code.
    ///   - report: the path of the report; `nil` if none was written.
    package static func text(_ code: ExitCode, report: String?) -> String {
        "\(beginning)\(code.word) code=\(code.rawValue) report=\(report.map(quoted) ?? "none")"
    }

    /// A path with spaces in quotes, so that the line splits at its spaces.
    private static func quoted(_ path: String) -> String {
        guard path.contains(where: { $0 == " " || $0 == "\"" }) else { return path }
        return "\"" + path.replacing("\"", with: "\\\"") + "\""
    }
}

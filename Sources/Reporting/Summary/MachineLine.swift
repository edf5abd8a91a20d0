/// The last line on standard output, for programs.
package enum MachineLine {
    /// - Parameters:
    ///   - result: one word, as `ExitCode` names it.
    ///   - code: the exit code.
    ///   - report: the path of the report; `nil` when none was written.
    package static func text(result: String, code: Int32, report: String?) -> String {
        "lab: result=\(result) code=\(code) report=\(report.map(quoted) ?? "none")"
    }

    /// A path with spaces in quotes, so that the line splits at its spaces.
    private static func quoted(_ path: String) -> String {
        guard path.contains(where: { $0 == " " || $0 == "\"" }) else { return path }
        return "\"" + path.replacing("\"", with: "\\\"") + "\""
    }
}

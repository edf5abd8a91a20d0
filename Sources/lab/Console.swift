import Foundation

/// Standard output and standard error, a line or more at a time.
enum Console {
    /// Writes lines to standard output: results.
    static func write(_ text: String) {
        put(text, to: stdout)
    }

    /// Writes lines to standard error: progress, warnings, mistakes.
    static func note(_ text: String) {
        put(text, to: stderr)
    }

    /// Writes to standard error without ending the line.
    static func rewriteLine(_ text: String) {
        fputs("\r\u{1B}[K" + text, stderr)
        fflush(stderr)
    }

    /// Whether standard error is a terminal that understands a line written anew.
    static var isTerminal: Bool {
        isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    private static func put(_ text: String, to file: UnsafeMutablePointer<FILE>) {
        fputs(text.hasSuffix("\n") ? text : text + "\n", file)
        fflush(file)
    }
}

import Foundation

/// Standard output and standard error, a line or more at a time.
enum Console {
    /// Writes lines to standard output: results.
    static func write(_ text: String) {
        put(text, to: .standardOutput)
    }

    /// Writes lines to standard error: progress, warnings, mistakes.
    static func note(_ text: String) {
        put(text, to: .standardError)
    }

    /// Writes to standard error without ending the line.
    static func rewriteLine(_ text: String) {
        FileHandle.standardError.write(Data(("\r\u{1B}[K" + text).utf8))
    }

    /// Whether standard error is a terminal that understands a line written anew.
    static var isTerminal: Bool {
        isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    private static func put(_ text: String, to file: FileHandle) {
        // A reader that has gone, as `head` does, is no reason to fail: what it wanted it has.
        try? file.write(contentsOf: Data((text.hasSuffix("\n") ? text : text + "\n").utf8))
    }
}

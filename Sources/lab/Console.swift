import Foundation
import Glibc
import Reporting
import Synchronization
import Verdicts

/// Standard output and standard error, a line or more at a time, and the end of the process.
///
/// The exit code depends on whether standard output accepted the text.
enum Console {
    /// Why standard output did not take something; `nil` while it takes all.
    private static let refusal = Mutex<Int32?>(nil)

    /// The document instead of text on standard output; `nil` if text was asked for.
    private static let document = Mutex<CommandDocument?>(nil)

    /// Prints one document at the end, and no text before it.
    static func printDocument() { document.withLock { $0 = CommandDocument() } }

    /// Prints text after all: a request for help has no result.
    static func printText() { document.withLock { $0 = nil } }

    /// Whether standard output is a document for programs.
    static var isDocument: Bool { document.withLock { $0 != nil } }

    /// Keeps a result for the document, in place of one of that name.
    static func keep(_ value: @autoclosure () -> any Encodable & Sendable, as name: String) {
        guard isDocument else { return }
        let value = value()
        document.withLock { $0?.add(value, as: name) }
    }

    /// Forgets what parts of a work have kept, because the whole is kept.
    static func forgetResults() { document.withLock { $0?.results = [] } }

    /// Ends a work: the machine's line, or its place in the document.
    static func conclude(_ code: ExitCode, report: String?) {
        if isDocument {
            document.withLock { $0?.report = report }
        } else {
            write(MachineLine.text(code, report: report))
        }
    }

    /// The choice of the command line.
    private static let color = Mutex<ColorChoice>(.auto)

    /// Follows the options of the command that runs.
    static func adopt(_ options: DisplayOptions) {
        color.withLock { $0 = options.color }
    }

    /// The form of standard output; a terminal may become another size meanwhile.
    static var form: OutputForm {
        OutputForm(
            terminalWidth: terminalWidth(of: STDOUT_FILENO),
            environment: ProcessInfo.processInfo.environment, color: color.withLock { $0 })
    }

    /// The width of texts on standard output.
    static var width: Int { form.width }

    /// The width of the terminal behind a descriptor, 0 if it does not tell; `nil` if it is none.
    private static func terminalWidth(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return 0 }
        return Int(size.ws_col)
    }

    /// Opens /dev/null for each standard stream that the process was started without.
    ///
    /// Otherwise the next opened file would get the number of standard output, and the printed
    /// text.
    static func open() {
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(number, F_GETFD) < 0 {
            // The lowest free number is given: this one, for those below are open.
            _ = Glibc.open("/dev/null", O_RDWR)
        }
    }

    /// Writes lines to standard output: results for a reader, with emphasis if it has any.
    static func show(_ text: String) {
        write(form.isEmphatic ? TextEmphasis.emphasized(text) : text)
    }

    /// Writes lines to standard output as they are: files, tables and lines for programs.
    static func write(_ text: String) {
        guard !isDocument else { return }
        writeAll(text)
    }

    private static func writeAll(_ text: String) {
        guard let reason = put(text, to: STDOUT_FILENO) else { return }
        // Ignores EPIPE: a reader such as `head` closes the pipe early when it has read enough.
        guard reason != EPIPE else { return }
        refusal.withLock { $0 = $0 ?? reason }
    }

    /// Writes lines to standard error: progress, warnings, mistakes.
    ///
    /// A terminal shows them broken between words; in a log each stays a line.
    static func note(_ text: String) {
        for line in text.split(separator: "\n") { document.withLock { $0?.add(line: line) } }
        var text = text
        if let width = terminalWidth(of: STDERR_FILENO), width >= OutputForm.leastWidth {
            text = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
                $0.count > width && !$0.hasPrefix(" ")
                    ? TextLines.wrapped(String($0), width: width) : [String($0)]
            }.joined(separator: "\n")
        }
        // A failing standard error leaves no stream to report the failure to.
        _ = put(text, to: STDERR_FILENO)
    }

    /// Writes to standard error without ending the line.
    ///
    /// It is cut at the terminal's width: of a line that is broken, only the last part could be
    /// written anew.
    static func rewriteLine(_ text: String) {
        let width = terminalWidth(of: STDERR_FILENO) ?? 0
        let line = width > 1 ? String(text.prefix(width - 1)) : text
        try? FileHandle.standardError.write(contentsOf: Data(("\r\u{1B}[K" + line).utf8))
    }

    /// Whether standard error is a terminal that understands a line written anew.
    static var isTerminal: Bool {
        isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    /// Ends the process: with the code, or with 9 where standard output did not take everything and
    /// nothing graver has happened.
    static func end(_ code: ExitCode) -> Never {
        if var document = document.withLock({ $0 }) {
            document.code = code
            do {
                writeAll(String(decoding: try RunFile.bytes(of: document), as: UTF8.self))
            } catch {
                note("lab: error: \(error)")
                exit(ExitCode.bug.rawValue)
            }
        }
        guard let reason = refusal.withLock({ $0 }) else { exit(code.rawValue) }
        note(
            "lab: error: standard output could not be written: \(String(cString: strerror(reason)))"
                + "; free some space there, or send it elsewhere")
        exit(ExitCode.winner(of: [code, .notWritten]).rawValue)
    }

    /// Writes lines to a descriptor.
    ///
    /// - Returns: the system's reason if it does not take all of them.
    private static func put(_ text: String, to descriptor: Int32) -> Int32? {
        let bytes = Array((text.hasSuffix("\n") ? text : text + "\n").utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress! + written, buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            // Another process may have made the terminal or pipe non-blocking: wait until it
            // accepts more.
            if count < 0, errno == EAGAIN {
                var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waited, 1, -1)
                continue
            }
            guard count > 0 else { return errno }
            written += count
        }
        return nil
    }
}

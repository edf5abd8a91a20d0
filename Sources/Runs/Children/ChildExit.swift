/// How a child process ended.
package enum ChildExit: Sendable, Hashable, CustomStringConvertible {
    /// It returned from main or called exit.
    case exited(Int32)
    /// A signal ended it.
    case signalled(Int32)

    /// `exit code 3`, `signal 9 (SIGKILL)`.
    package var description: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .signalled(let number): "signal \(number)\(Self.name(of: number))"
        }
    }

    /// The signals that end a child in practice; `SIGILL` and `SIGTRAP` are Swift's traps.
    private static func name(of signal: Int32) -> String {
        let names: [Int32: String] = [
            2: "SIGINT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
            9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 15: "SIGTERM", 25: "SIGXFSZ",
        ]
        return names[signal].map { " (\($0))" } ?? ""
    }
}

import Glibc

/// What can go wrong between a process and its children.
package struct RunsError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        /// A file that passes between parent and child could not be written.
        case notWritten
        /// Such a file could not be read, or holds something else.
        case notRead
        /// The child could not be started.
        case notStarted
        /// The command was interrupted before the child could be started.
        case interrupted
        /// The ledger could not be made or mapped.
        case noLedger
    }

    package let code: Code
    package let message: String
    package let cause: (any Error)?

    package var description: String { message }

    static func notWritten(path: String, cause: any Error) -> RunsError {
        RunsError(
            code: .notWritten,
            message: """
                “\(path)” could not be written: \(cause.localizedDescription) Free some space \
                there, or choose another folder with --output or TMPDIR
                """,
            cause: cause)
    }

    static func notRead(path: String, what: String, cause: any Error) -> RunsError {
        RunsError(
            code: .notRead,
            message: """
                “\(path)” could not be read as a \(what): \(cause). It passes between two \
                processes of one build; run the command again
                """,
            cause: cause)
    }

    static func notStarted(executable: String, cause: any Error) -> RunsError {
        RunsError(
            code: .notStarted,
            message: """
                “\(executable)” could not be started: \(cause). See whether it exists and may be \
                executed, and whether the limit of processes (ulimit -u) is reached
                """,
            cause: cause)
    }

    static func interrupted(executable: String) -> RunsError {
        RunsError(
            code: .interrupted,
            message: "“\(executable)” was not started, because the command was interrupted",
            cause: nil)
    }

    static func noLedger(path: String, code: Int32) -> RunsError {
        let reason =
            code == EINVAL
            ? "it is no ledger of this version, or was asked to hold no record"
            : String(cString: strerror(code))
        return RunsError(
            code: .noLedger,
            message: """
                the ledger “\(path)” could not be mapped: \(reason). It needs a file system that \
                can allocate ahead and map; choose another folder with TMPDIR
                """,
            cause: nil)
    }
}

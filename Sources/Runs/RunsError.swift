import Foundation
import Glibc

/// A failure between a process and its children.
package struct RunsError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        /// A file that passes between parent and child could not be written.
        case notWritten
        /// A file from the other process could not be read, or has another content.
        case notRead
        /// The child could not be started.
        case notStarted
        /// The command was interrupted before the child could be started.
        case interrupted
        /// The ledger could not be made or mapped.
        case noLedger
        /// Another process works in a folder.
        case folderInUse
        /// The machine refuses a resource that every run needs: open files, threads, stack.
        case machineRefuses
    }

    package let code: Code
    package let message: String
    package let cause: (any Error)?

    package var description: String { message }

    static func notWritten(path: String, cause: any Error) -> RunsError {
        let code = Self.systemCode(of: cause)
        let reason = code.map { String(cString: strerror($0)) } ?? cause.localizedDescription
        return RunsError(
            code: .notWritten,
            message: "“\(path)” could not be written: \(reason); \(remedy(for: code))",
            cause: cause)
    }

    /// A folder for stores could not be made.
    static func noScratchFolder(in base: String, code: Int32) -> RunsError {
        RunsError(
            code: .notWritten,
            message: """
                no folder for stores could be made in “\(base)”: \
                \(String(cString: strerror(code))); \(remedy(for: code))
                """,
            cause: nil)
    }

    private static func remedy(for code: Int32?) -> String {
        switch code {
        case ENOENT: "make that folder, or set TMPDIR to one that exists"
        case ENOTDIR: "a file stands where a folder is needed: set TMPDIR to a folder"
        case EACCES, EPERM, EROFS: "make it writable, or set TMPDIR to a folder that is"
        case EMFILE, ENFILE: "let the lab open more files (ulimit -n)"
        case ENOSPC, EDQUOT, nil: "free some space there, or set TMPDIR to another disk"
        default: "set TMPDIR to a folder on another disk"
        }
    }

    /// The system's number under one of Foundation's errors.
    private static func systemCode(of error: any Error) -> Int32? {
        if let error = error as? POSIXError { return error.code.rawValue }
        let cocoa = error as NSError
        if cocoa.domain == NSPOSIXErrorDomain { return Int32(cocoa.code) }
        return (cocoa.userInfo[NSUnderlyingErrorKey] as? any Error).flatMap(systemCode)
    }

    static func folderInUse(_ path: String, _ purpose: String, _ holder: Int32?) -> RunsError {
        let who = holder.map { $0 == getpid() ? "this lab" : "another lab (process \($0))" }
        return RunsError(
            code: .folderInUse,
            message: """
                \(who ?? "another lab") is writing its \(purpose) to “\(path)”: wait until it has \
                ended, or choose another folder
                """,
            cause: nil)
    }

    static func machineRefuses(_ what: String, remedy: String) -> RunsError {
        RunsError(
            code: .machineRefuses, message: "\(what); \(remedy)", cause: nil)
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

    static func implausible(path: String, what: String) -> RunsError {
        RunsError(
            code: .notRead,
            message: """
                “\(path)” tells of \(what), which no run has: the disk lies, or the other build of \
                the lab. Run the command again
                """,
            cause: nil)
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
            ? "it is not a ledger of this version, or its capacity is 0"
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

import Foundation

/// Something of the report could not be written.
package struct ReportingError: Error, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// A file or folder could not be made, written or renamed. Exit 9.
        case notWritten = "not-written"
        /// A result or a template cannot be turned into text: a bug in the lab. Exit 1.
        case notEncoded = "not-encoded"
    }

    package let code: Code
    /// The failure, its path, and its cause.
    package let message: String
    /// The remedy.
    package let remedy: String

    package var description: String { "\(message); \(remedy)" }

    /// A system call on `path` failed.
    ///
    /// - Parameters:
    ///   - action: the attempted action: `write`, `create the folder`.
    ///   - option: the option that chooses another path.
    static func notWritten(
        _ action: String, path: String, errno code: Int32, option: String = "--output"
    ) -> ReportingError {
        let reason = String(cString: strerror(code))
        return ReportingError(
            code: .notWritten, message: "cannot \(action) \(path): \(reason)",
            remedy: remedy(for: code, option))
    }

    /// A value has no text in the format asked for.
    static func notEncoded(_ what: String, cause: any Error) -> ReportingError {
        ReportingError(
            code: .notEncoded, message: "cannot encode \(what): \(cause)",
            remedy: "this is a bug in the lab: report it with the command that was used")
    }

    private static func remedy(for code: Int32, _ option: String) -> String {
        switch code {
        case ENOSPC, EDQUOT:
            "free some space there, or choose another disk with \(option)"
        case EACCES, EPERM, EROFS:
            "make it writable, or choose another folder with \(option)"
        case ENOTDIR, EEXIST:
            "a file stands where a folder is needed: move it, or choose another with \(option)"
        case ENAMETOOLONG:
            "choose a shorter path with \(option)"
        default:
            "choose another folder with \(option)"
        }
    }
}

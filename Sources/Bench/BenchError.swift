import Foundation

/// A failure around measuring, other than in a child.
package struct BenchError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        /// A store could not be copied to its folder. Exit 9.
        case notWritten
    }

    package let code: Code
    /// The failure, its path, and the remedy.
    package let message: String

    package var description: String { message }

    static func notKept(_ path: String, cause: any Error) -> BenchError {
        BenchError(
            code: .notWritten,
            message: """
                the store cannot be kept as \(path): \(cause.localizedDescription); free some \
                space there, or choose another folder with --keep-stores
                """)
    }
}

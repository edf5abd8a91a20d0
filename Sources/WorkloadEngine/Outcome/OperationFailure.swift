import Foundation

/// An operation, or the reading back, that threw.
package struct OperationFailure: Sendable, CustomStringConvertible {
    /// The operation's number; `nil` where the store was read back.
    package let operation: Int?
    /// What was done: the operation's kind, or `read-back`.
    package let action: String
    /// The error's domain and code, by which a store that cannot be written is told from a bug.
    package let domain: String
    package let code: Int
    package let message: String

    init(operation: Operation?, error: any Error) {
        self.operation = operation?.index
        action = operation?.kind.rawValue ?? "read-back"
        let cocoa = error as NSError
        domain = cocoa.domain
        code = cocoa.code
        // Cocoa's errors print their whole dictionary; what a person needs of it is one sentence.
        message = cocoa.domain == NSCocoaErrorDomain ? cocoa.localizedDescription : "\(error)"
    }

    package var description: String {
        let who = operation.map { "operation \($0) (\(action))" } ?? action
        return "\(who) failed: \(message)"
    }
}

import Foundation

/// An operation, or the reading back, that threw.
package struct OperationFailure: Sendable, CustomStringConvertible {
    /// The operation's number; `nil` for the reading back.
    package let operation: Int?
    /// The operation that failed: its kind, or `read-back`.
    package let action: String
    /// The error's domain and code; they distinguish a store that cannot be written from a bug.
    package let domain: String
    package let code: Int
    package let message: String

    init(operation: Operation?, error: any Error) {
        self.operation = operation?.index
        action = operation?.kind.rawValue ?? "read-back"
        let cocoa = error as NSError
        domain = cocoa.domain
        code = cocoa.code
        // Cocoa's errors print their whole dictionary; a reader needs one sentence of it.
        message = cocoa.domain == NSCocoaErrorDomain ? cocoa.localizedDescription : "\(error)"
    }

    package var description: String {
        let who = operation.map { "operation \($0) (\(action))" } ?? action
        return "\(who) failed: \(message)"
    }
}

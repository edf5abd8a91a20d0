import Execution
import Foundation

/// The kind of queue of a context.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    /// No queue: a value for code that compares it, since no context can be made with it.
    @available(*, deprecated, message: "Use another NSManagedObjectContextConcurrencyType")
    case confinementConcurrencyType = 0
    case privateQueueConcurrencyType = 1
    case mainQueueConcurrencyType = 2
}

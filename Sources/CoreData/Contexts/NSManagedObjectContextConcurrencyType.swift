import Execution
import Foundation

/// The kind of queue of a context.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    case privateQueueConcurrencyType = 1
    case mainQueueConcurrencyType = 2

    /// The type without a queue, which Apple's framework has deprecated.
    @available(
        *, unavailable,
        message:
            "A context needs a queue: .privateQueueConcurrencyType or .mainQueueConcurrencyType"
    )
    public static var confinementConcurrencyType: Self { .privateQueueConcurrencyType }
}

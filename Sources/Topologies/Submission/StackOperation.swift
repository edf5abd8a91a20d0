import CoreData
import Synchronization

/// One piece of a role's work as an operation.
final class StackOperation: ContextOperation, @unchecked Sendable {
    private let body = Mutex<(@Sendable () -> Void)?>(nil)

    convenience init(
        _ body: @escaping Submitter.Work, in target: StackContext, main: NSManagedObjectContext
    ) {
        self.init(privateContext: target.context, mainContext: main)
        self.body.withLock { $0 = { body(target) } }
    }

    override func work() { body.withLock { $0 }?() }
}

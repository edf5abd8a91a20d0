import CoreData
import Execution
import Foundation
import Testing

/// What another context may read while a batch request commits.
@Suite(.inVirtualTime) struct `Commits of batch requests` {
    /// Does something when a transaction has written everything but the COMMIT.
    private final class BeforeCommit: TransactionObserver, @unchecked Sendable {
        let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }

        func transactionWillBegin(contextName: String?) {}
        func transactionWillCommit(contextName: String?) { body() }
        func transactionDidCommit(contextName: String?, at instant: Instant) {}
        func transactionDidPublish(contextName: String?) {}
    }

    @Test func `A row that is read while its deletion commits is gone afterwards`() throws {
        let store = try TestStore()
        let context = store.context(), early = store.context("early"), late = store.context("late")
        let id = try context.performAndWait {
            let book = context.make("Book", ["title": "a"])
            try context.save()
            return book.objectID
        }
        var held: NSManagedObject?
        let observer = BeforeCommit {
            held = early.performAndWait { try? early.existingObject(with: id) }
        }
        store.coordinator.transactionObserver = observer
        _ = try context.performAndWait {
            try context.execute(NSBatchDeleteRequest(objectIDs: [id]))
        }
        #expect(held != nil)
        let found = late.performAndWait { try? late.existingObject(with: id) }
        #expect(found == nil)
    }
}

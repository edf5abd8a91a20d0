import CoreData
import Foundation
import Synchronization
import Testing
import Topologies

/// Inserts an item for each number, a batch at a time, and may be cancelled in the middle of one.
private final class ItemImport: ContextOperation, @unchecked Sendable {
    let batches: [[Int]]
    /// After this many items the operation is cancelled.
    let cancelledAfter: Int?
    private var inserted = 0

    init(
        _ batches: [[Int]], cancelledAfter: Int? = nil,
        privateContext: NSManagedObjectContext? = nil, mainContext: NSManagedObjectContext? = nil
    ) {
        self.batches = batches
        self.cancelledAfter = cancelledAfter
        super.init(privateContext: privateContext, mainContext: mainContext)
    }

    override func work() throws {
        try saveEach(batches) { batch in
            for number in batch {
                StackFixture.insert("\(number)", into: privateContext)
                inserted += 1
                if inserted == cancelledAfter { cancel() }
            }
        }
    }
}

private final class Idle: ContextOperation, @unchecked Sendable {}

@Suite(.serialized) struct ContextOperationTests {
    private static let batches = (0..<4).map { batch in (0..<10).map { batch * 10 + $0 } }

    @Test func `An operation saves each batch, calls its block and tells its progress`() throws {
        let fixture = try StackFixture("siblings")
        let saves = Mutex(0)
        let operation = ItemImport(
            Self.batches, privateContext: fixture.stack.context(for: .importer),
            mainContext: fixture.stack.context(for: .ui))
        operation.saveBlock = { saves.withLock { $0 += 1 } }
        operation.start()
        #expect(operation.isFinished && operation.error == nil)
        #expect(saves.withLock { $0 } == 4)
        #expect(operation.progress.completedUnitCount == 4)
        #expect(operation.progress.fractionCompleted == 1)
        #expect(try fixture.storedCount() == 40)
    }

    @Test(arguments: [1, 10, 15, 20, 39])
    func `Cancelled in the middle, it leaves whole batches and nothing else`(_ items: Int) throws {
        let fixture = try StackFixture("siblings")
        let context = fixture.stack.context(for: .importer)
        let operation = ItemImport(
            Self.batches, cancelledAfter: items, privateContext: context,
            mainContext: fixture.stack.context(for: .ui))
        operation.start()
        #expect(operation.isCancelled && operation.isFinished)
        // The batch in which it was cancelled is given up, even where it had just been made whole.
        #expect(try fixture.storedCount() == (items - 1) / 10 * 10)
        #expect(context.performAndWait { !context.hasChanges })
    }

    @Test func `Cancelled before it starts, it does nothing`() throws {
        let fixture = try StackFixture("siblings")
        let operation = ItemImport(
            Self.batches, privateContext: fixture.stack.context(for: .importer),
            mainContext: fixture.stack.context(for: .ui))
        operation.cancel()
        operation.start()
        #expect(operation.isFinished)
        #expect(try fixture.storedCount() == 0)
    }

    @Test func `A save that throws ends it, and what was not saved is rolled back`() throws {
        final class Broken: ContextOperation, @unchecked Sendable {
            override func work() throws {
                try saveEach(["a", nil, "c"]) { StackFixture.insert($0, into: privateContext) }
            }
        }
        let fixture = try StackFixture("siblings")
        let context = fixture.stack.context(for: .importer)
        let operation = Broken(
            privateContext: context, mainContext: fixture.stack.context(for: .ui))
        operation.start()
        #expect((operation.error as? NSError)?.code == NSValidationMissingMandatoryPropertyError)
        #expect(try fixture.storedCount() == 1)
        #expect(context.performAndWait { !context.hasChanges })
    }

    @Test func `Without contexts it looks up the main one and makes a private one beside it`()
        throws
    {
        let fixture = try StackFixture("single-main")
        let main = fixture.stack.context(for: .ui)
        ContextOperation.mainContextProvider = { main }
        defer { ContextOperation.mainContextProvider = nil }
        let operation = ItemImport(Self.batches)
        #expect(operation.mainContext === main)
        #expect(operation.privateContext.concurrencyType == .privateQueueConcurrencyType)
        #expect(
            operation.privateContext.persistentStoreCoordinator === fixture.stack.coordinators[0])
        operation.start()
        #expect(try fixture.storedCount() == 40)
    }

    @Test func `Without a main context to look up it traps and says what to set`() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = Idle()
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("mainContextProvider"))
    }

    @Test func `An operation that does not override its work traps and names itself`()
        async throws
    {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let fixture = try StackFixture("siblings")
            Idle(
                privateContext: fixture.stack.context(for: .importer),
                mainContext: fixture.stack.context(for: .ui)
            ).start()
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("Idle does not override work()"))
    }
}

import CoreData
import Execution
import Foundation
import Testing
import Topologies

/// Stacks on real queues: the saves of each topology, their times, and the callers that get errors.
@Suite struct StackTests {
    @Test func `Roles get the contexts, queues and parents that the topology gives them`() throws {
        let stack = try StackFixture("child-of-main").stack
        #expect(stack.contexts.map(\.name) == ["main", "child"])
        #expect(stack.context(for: .importer).parent === stack.context(for: .ui))
        #expect(stack.context(for: .ui).concurrencyType == .mainQueueConcurrencyType)
        #expect(stack.context(for: .importer).concurrencyType == .privateQueueConcurrencyType)
        #expect(stack.context(for: .importer).name == "child")
        #expect(!stack.isShared(.ui, .importer))
        #expect(try StackFixture("single-main").stack.isShared(.ui, .importer))
    }

    @Test func `Siblings stand on one coordinator with object trump on both`() throws {
        let stack = try StackFixture("siblings").stack
        #expect(stack.coordinators.count == 1)
        for context in stack.contexts {
            #expect(context.context.persistentStoreCoordinator === stack.coordinators[0])
            let policy = context.context.mergePolicy as? NSMergePolicy
            #expect(policy?.mergeType == .mergeByPropertyObjectTrumpMergePolicyType)
        }
    }

    @Test func `Two coordinators open one file`() async throws {
        let fixture = try StackFixture("siblings:coordinators=2,importing.parent=coordinator 2")
        #expect(fixture.stack.coordinators.count == 2)
        #expect(await fixture.save("a", for: .importer))
        #expect(try await fixture.names(in: "main") == ["a"])
    }

    @Test func `A route that is waited for is saved when its last hop has saved`() async throws {
        let fixture = try StackFixture("child-of-main")
        #expect(await fixture.save("a", for: .importer))
        #expect(
            fixture.journal.lines == ["will child", "did child", "will main", "did main", "saved"])
        #expect(try fixture.storedCount() == 1)
    }

    @Test(arguments: ["direct", "perform-in-perform", "perform-and-wait-then-perform"])
    func `An enqueued hop follows when the app has been told already`(_ route: String) async throws
    {
        let fixture = try StackFixture("private-writer:flush=immediate,route=\(route)")
        #expect(await fixture.save("a", for: .ui))
        await fixture.journal.wait(for: "did writer")
        #expect(
            fixture.journal.lines == [
                "will main", "did main", "saved", "will writer", "did writer",
            ])
        #expect(try fixture.storedCount() == 1)
    }

    @Test func `A timer flushes what was saved, and only when there is something`() async throws {
        let fixture = try StackFixture("private-writer:flush=10ms")
        #expect(await fixture.save("a", for: .ui))
        await fixture.journal.wait(for: "did writer")
        #expect(try fixture.storedCount() == 1)
        await fixture.terminate()
        #expect(fixture.journal.lines.count { $0 == "did writer" } == 1)
    }

    @Test func `Lifecycle flushes at termination and not before`() async throws {
        let fixture = try StackFixture("private-writer:flush=lifecycle")
        #expect(await fixture.save("a", for: .ui))
        #expect(await fixture.save("b", for: .importer))
        #expect(try fixture.storedCount() == 0)
        await fixture.terminate()
        #expect(fixture.journal.lines.count { $0 == "did writer" } == 1)
        #expect(try fixture.storedCount() == 2)
    }

    @Test func `An idle flush waits until the user has paused`() async throws {
        let fixture = try StackFixture("private-writer:flush=idle 20ms")
        #expect(await fixture.save("a", for: .ui))
        fixture.stack.noteInteraction()
        await fixture.journal.wait(for: "did writer")
        #expect(try fixture.storedCount() == 1)
        // It flushes again after the next save: the timer is set anew.
        #expect(await fixture.save("b", for: .ui))
        await fixture.terminate()
        #expect(try fixture.storedCount() == 2)
    }

    @Test func `A sibling's save is merged into main`() async throws {
        for merge in ["did-save", "automatic"] {
            let fixture = try StackFixture("siblings:merge=\(merge)")
            let didChange = NotificationCounter(
                .NSManagedObjectContextObjectsDidChange, of: fixture.stack.context(for: .ui))
            #expect(await fixture.save("a", for: .importer))
            await fixture.terminate()
            #expect(didChange.count == 1, "\(merge)")
        }
        let without = try StackFixture("siblings:merge=none")
        let didChange = NotificationCounter(
            .NSManagedObjectContextObjectsDidChange, of: without.stack.context(for: .ui))
        #expect(await without.save("a", for: .importer))
        await without.terminate()
        #expect(didChange.count == 0)
    }

    @Test func `What was updated is fetched before it is merged, where the rule says so`()
        async throws
    {
        for (merge, changes) in [("did-save", 0), ("did-save-faulting", 1)] {
            let fixture = try StackFixture("siblings:merge=\(merge)")
            #expect(await fixture.save("a", for: .importer))
            await fixture.settle()
            // Main holds nothing, and merges nothing that it does not hold.
            let didChange = NotificationCounter(
                .NSManagedObjectContextObjectsDidChange, of: fixture.stack.context(for: .ui))
            #expect(await fixture.rename(to: "b", for: .importer))
            await fixture.settle()
            #expect(didChange.count == changes, "\(merge)")
            #expect(try await fixture.names(in: "main") == ["b"])
            await fixture.terminate()
        }
    }

    @Test func `A save that throws is told, and the app is not told that it saved`() async throws {
        let fixture = try StackFixture("single-main")
        #expect(await fixture.save(nil, for: .ui) == false)
        #expect(fixture.journal.lines == ["will main", "failed main"])
        #expect(fixture.stack.failures.map(\.context) == ["main"])
        #expect(fixture.stack.failures.map(\.isSilent) == [false])
    }

    @Test func `A waited hop that throws fails the save`() async throws {
        let fixture = try StackFixture("child-of-main")
        try await fixture.perform(in: "main") { StackFixture.insert(nil, into: $0) }
        #expect(await fixture.save("a", for: .importer) == false)
        #expect(fixture.journal.lines == ["will child", "did child", "will main", "failed main"])
        #expect(try fixture.storedCount() == 0)
    }

    @Test func `An enqueued hop that throws fails in silence, and the stack remembers`()
        async throws
    {
        let fixture = try StackFixture("private-writer:flush=immediate")
        try await fixture.perform(in: "writer") { StackFixture.insert(nil, into: $0) }
        #expect(await fixture.save("a", for: .ui))
        await fixture.journal.wait(for: "failed writer")
        #expect(fixture.stack.failures.map(\.isSilent) == [true])
        #expect(try fixture.storedCount() == 0)
    }

    @Test func `Work for a main context that comes up on main runs on the spot`() async throws {
        let fixture = try StackFixture("single-main")
        let order = Order()
        await withCheckedContinuation { continuation in
            fixture.stack.execution.mainQueue.async { [stack = fixture.stack] in
                order.add("before")
                stack.submit(for: .ui) { _ in order.add("work") }
                order.add("after")
                continuation.resume()
            }
        }
        #expect(order.words == ["before", "work", "after"])
    }

    @Test func `Background work is waited for where the topology says so`() async throws {
        let fixture = try StackFixture("siblings:submission=perform-and-wait")
        let order = Order()
        fixture.stack.submit(for: .importer) { _ in order.add("work") }
        order.add("after")
        #expect(order.words == ["work", "after"])
    }

    @Test(.timeLimit(.minutes(30)))
    func `A stack is freed with its last reference, its timer with it`() async throws {
        weak var stack: TopologyStack?
        do {
            let fixture = try StackFixture("private-writer:flush=1ms")
            stack = fixture.stack
            #expect(stack != nil)
        }
        // A tick that had begun holds it to its end.
        while stack != nil { await Task.yield() }
    }

    /// Watches the transactions of a stack that it holds, as a run's probe does.
    private final class Watcher: TransactionObserver {
        let fixture: StackFixture

        init(_ fixture: StackFixture) { self.fixture = fixture }

        func transactionWillBegin(contextName: String?) {}
        func transactionWillCommit(contextName: String?) {}
        func transactionDidCommit(contextName: String?, at instant: Instant) {}
        func transactionDidPublish(contextName: String?) {}
    }

    @Test(arguments: [false, true])
    func `A stack that its observer holds is let go when its stores are closed`(
        isClosed: Bool
    ) throws {
        weak var stack: TopologyStack?
        do {
            let watcher = Watcher(try StackFixture("siblings"))
            stack = watcher.fixture.stack
            for coordinator in watcher.fixture.stack.coordinators {
                coordinator.transactionObserver = watcher
            }
            if isClosed { try watcher.fixture.stack.closeStores() }
        }
        #expect((stack == nil) == isClosed)
        stack?.endObserving()
        #expect(stack == nil)
    }

    @Test func `A topology that makes no stack is refused`() throws {
        var topology = TopologyCatalogue.all[0]
        topology.contexts[0].parent = .context("nobody")
        #expect(throws: TopologyError.self) {
            try TopologyStack(
                topology, model: StackFixture.model, storeURL: URL(filePath: "/nonexistent/x"))
        }
    }

    @Test func `A store that cannot be opened is the coordinator's error`() throws {
        #expect(throws: (any Error).self) {
            try TopologyStack(
                TopologyCatalogue.all[0], model: StackFixture.model,
                storeURL: URL(filePath: "/nonexistent/folder/store.sqlite"))
        }
    }
}

import CoreData
import Documents
import Execution
import Foundation
import Testing
import Topologies

/// Deadlocks that developers have reported of stacks like these, each found when its circle closes.
///
/// Virtual time finds them. As main is part of each circle, nothing can go on, and the process ends
/// with the waits and their holders.
struct DeadlockTests {
    /// Has the importer work for 20 ms and save, and the user touch the screen after 10 ms.
    private static func play(
        _ topology: Topology, _ touch: @escaping @Sendable (Stack) -> Void
    ) throws {
        let execution = VirtualExecution(seed: 3)
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "lab-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let stack = try Executions.$current.withValue(execution) {
            try execution.run {
                try TopologyStack(
                    topology, model: StackFixture.model,
                    storeURL: folder.appending(path: "store.sqlite"))
            }
        }
        stack.submit(for: .importer) { target in
            for number in 0..<100 { StackFixture.insert("\(number)", into: target.context) }
            execution.sleep(for: .milliseconds(20))
            stack.save(from: target) { _ in }
        }
        _ = execution.makeTimer(
            on: execution.mainQueue, at: execution.now + .milliseconds(10), every: nil
        ) { _ in touch(stack) }
        _ = execution.run()
    }

    private static func topology(_ text: String) throws -> Topology {
        try TopologyCatalogue.topology(VariantSpec(text, option: "--topology"))
    }

    private func expect(_ waits: [String], in result: ExitTest.Result) {
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("a circle of waits closed"))
        for wait in waits { #expect(text.contains(wait), "\(text)") }
    }

    // main                            child
    //                                 import … save: waits for main
    // child.performAndWait ─ waits
    @Test func `A child that saves while main waits for it`() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            try Self.play(Self.topology("private-child-only:submission=perform")) { stack in
                stack.submit(for: .ui) { _ in }
            }
        }
        expect(["“main” waits for “child”", "“child” waits for “main”"], in: result)
    }

    // main                            child
    //                                 an asynchronous fetch ends, reads more: waits for main
    // child.performAndWait ─ waits
    @Test func `An asynchronous fetch that ends while main waits for its context`() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            try Self.play(Self.topology("private-child-only")) { stack in
                let execution = stack.execution
                stack.submit(for: .ui) { target in
                    let context = target.context
                    let items = NSFetchRequest<NSManagedObject>(entityName: "Item")
                    let fetch = NSAsynchronousFetchRequest(fetchRequest: items) { _ in
                        execution.sleep(for: .milliseconds(20))
                        let all = NSFetchRequest<NSManagedObject>(entityName: "Item")
                        _ = try? context.count(for: all)
                    }
                    _ = try? context.execute(fetch)
                }
                _ = execution.makeTimer(
                    on: execution.mainQueue, at: execution.now + .milliseconds(10), every: nil
                ) { _ in stack.submit(for: .ui) { _ in } }
            }
        }
        expect(["“main” waits for “child”", "“child” waits for “main”"], in: result)
    }

    @Test func `The explanation of a stack says where main and a child may wait for each other`()
        throws
    {
        func saysSo(_ topology: Topology) -> Bool {
            TopologyExplanation(topology).paragraphs.contains { $0.contains("neither goes on") }
        }
        #expect(TopologyCatalogue.all.filter(saysSo).map(\.name) == ["private-child-only"])
        #expect(try !saysSo(Self.topology("private-child-only:ui-submission=perform")))
    }

    // main                            worker, holding the writer
    //                                 save … did-save: main.performAndWait ─ waits
    // save: writer.performAndWait ─ waits
    @Test func `A merge that waits for main while main waits for the writer`() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            var topology = try Self.topology(
                "writer-siblings:main.hops=wait writer,worker.hops=wait writer")
            topology.merges = [MergeRule(from: "writer", to: "main", by: .performAndWait)]
            try Self.play(topology) { stack in
                stack.submit(for: .ui) { target in
                    StackFixture.insert("touched", into: target.context)
                    // The user's own work lasts until the importer's save waits for main.
                    stack.execution.sleep(for: .milliseconds(30))
                    stack.save(from: target) { _ in }
                }
            }
        }
        expect(["waits for “writer”", "waits for “main”"], in: result)
    }

    // main                            child
    // save: did-save ─ enqueues       a merge that reads each object: waits for main
    // child.performAndWait ─ waits
    @Test func `A child that reads its parent in a merge while main waits for it`() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let execution = VirtualExecution(seed: 3)
            try execution.run { try Self.mergeWithReading() }
        }
        expect(["“main” waits for “child”", "“child” waits for “main”"], in: result)
    }

    /// Saves in a main context whose child refreshes the saved objects, and waits for the child.
    private static func mergeWithReading() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: StackFixture.model)
        try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
        let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        main.persistentStoreCoordinator = coordinator
        let child = NSManagedObjectContext(
            concurrencyType: .privateQueueConcurrencyType)
        child.parent = main
        child.name = "child"
        StackFixture.insert("1", into: main)
        try main.save()
        let items = NSFetchRequest<NSManagedObject>(entityName: "Item")
        let ids = try main.fetch(items).map(\.objectID)
        let copies = try child.performAndWait { try ids.map(child.existingObject) }
        nonisolated(unsafe) let held = copies
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: main, queue: nil
        ) { _ in
            child.perform { for object in held { child.refresh(object, mergeChanges: true) } }
        }
        StackFixture.insert("2", into: main)
        try main.save()
        child.performAndWait {}
        NotificationCenter.default.removeObserver(token)
    }

    // main                            importing
    //                                 save … did-save: main.performAndWait ─ waits
    // importing.performAndWait ─ waits
    @Test func `An observer that merges at once while main waits for who saves`() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            try Self.play(
                Self.topology("siblings:ui=importing,merge-by=perform-and-wait")
            ) { stack in
                stack.submit(for: .ui) { _ in }
            }
        }
        expect(["“main” waits for “importing”", "“importing” waits for “main”"], in: result)
    }
}

import CoreData
import Documents
import Execution
import Foundation
import Results
import Synchronization
import Testing
import Topologies

/// Stacks that follow the store's history, and contexts that are pinned to a generation, in virtual
/// time: a step ends when nothing is left to run.
struct HistoryStackTests {
    static let followers = [
        "siblings-history", "siblings-history:history-read=in-receiver",
        "siblings-history:merge-by=perform-and-wait",
        "siblings-history:history-read=in-receiver,merge-by=perform-and-wait",
        "siblings-history:history=purge-after-merge", "two-coordinators-history",
        "two-coordinators-history:history-read=in-receiver",
        "siblings-pinned:merge=history", "container-background:merge=history",
    ]

    @Test(arguments: followers)
    func `What the importer saves comes to the ui by the store's history`(
        _ topology: String
    ) throws {
        let play = try HistoryPlay(topology)
        try play.insert(["a"], for: .ui)
        #expect(try play.registeredName() == "a")
        try play.rename(to: "b", for: .importer)
        #expect(try play.registeredName() == "b")
        #expect(play.merges == 1)
        #expect(play.stack.failures.isEmpty)
    }

    @Test(arguments: followers)
    func `Of many saves each is merged once, and the ui's own are not`(
        _ topology: String
    ) throws {
        let play = try HistoryPlay(topology)
        try play.insert(["a"], for: .ui)
        #expect(play.merges == 0)
        try play.insertEach((0..<20).map { "\($0)" }, for: .importer)
        #expect(play.merges == 20)
        try play.insert(["b"], for: .ui)
        #expect(play.merges == 20)
        #expect(try play.count(for: .ui) == 22)
    }

    @Test func `A batch request is merged by history, though it posts no did-save`() throws {
        let play = try HistoryPlay("siblings-history")
        try play.run(for: .importer) { target in
            let request = NSBatchInsertRequest(
                entityName: "Item", objects: [["name": "a"], ["name": "b"]])
            try target.context.execute(request)
        }
        #expect(play.merges == 1)
        #expect(try play.count(for: .ui) == 2)
    }

    @Test func `History is deleted up to the last transaction when it is merged`() throws {
        let kept = try HistoryPlay("siblings-history")
        try kept.insertEach(["a", "b", "c"], for: .importer)
        #expect(try kept.transactionCount() == 3)

        let purged = try HistoryPlay("siblings-history:history=purge-after-merge")
        try purged.insertEach(["a", "b", "c"], for: .importer)
        #expect(try purged.transactionCount() == 1)
        #expect(purged.merges == 3)
    }

    @Test func `Virtual time dates history, so that two runs write the same`() throws {
        func dates() throws -> [Date] {
            let play = try HistoryPlay("siblings-history")
            try play.insert(["a"], for: .importer)
            try play.pass(.seconds(90))
            try play.insert(["b"], for: .importer)
            return try play.execution.run { [stack = play.stack] in
                try HistoryPlay.transactions(beside: stack).map(\.timestamp)
            }
        }
        let first = try dates()
        #expect(try dates() == first)
        #expect(first[0].timeIntervalSinceReferenceDate < 1)
        #expect((90..<91).contains(first[1].timeIntervalSince(first[0])))
    }

    @Test func `The ui's own saves alone delete no history`() throws {
        let play = try HistoryPlay("siblings-history:history=purge-after-merge")
        try play.insertEach(["a", "b", "c"], for: .ui)
        #expect(try play.transactionCount() == 3)
        try play.insert(["d"], for: .importer)
        #expect(try play.transactionCount() == 1)
    }

    @Test func `History older than a time is deleted once in that time`() throws {
        let play = try HistoryPlay("siblings-history:history=purge-older 1s")
        for name in ["a", "b", "c", "d"] {
            try play.insert([name], for: .importer)
            try play.pass(.milliseconds(400))
        }
        // The fourth is 1.2 s after the first: a second has passed since the first reading.
        #expect(try play.transactionCount() == 3)
        #expect(play.merges == 4)
    }

    // main                        importing
    // works for 50 ms             saves twice, deletes all history but the newest
    // reads after a token that is gone: reads everything anew
    @Test func `A ui whose history was deleted under it reads everything anew`() throws {
        let play = try HistoryPlay("siblings-history:history-read=in-receiver")
        try play.insert(["a"], for: .ui)
        #expect(try play.registeredName() == "a")
        let refetches = Mutex(0)
        play.stack.onRefetch { _ in refetches.withLock { $0 += 1 } }
        let execution = play.execution
        try play.run(for: .importer) { [stack = play.stack] target in
            stack.submit(for: .ui) { _ in execution.sleep(for: .milliseconds(50)) }
            try HistoryPlay.rename(to: "b", in: target.context)
            stack.save(from: target) { _ in }
            StackFixture.insert("x", into: target.context)
            stack.save(from: target) { _ in }
            let newest = stack.coordinators[0].currentPersistentHistoryToken(fromStores: nil)
            try target.context.execute(
                NSPersistentHistoryChangeRequest.deleteHistory(before: newest))
        }
        #expect(refetches.withLock { $0 } == 1)
        #expect(play.merges == 0)
        #expect(try play.registeredName() == "b")
        // It goes on from there.
        try play.rename(to: "c", for: .importer)
        #expect(try play.registeredName() == "c")
        #expect(refetches.withLock { $0 } == 1)
    }

    @Test func `A pinned ui fetches what was there, until it saves itself`() throws {
        let play = try HistoryPlay("siblings-pinned:merge=none")
        try play.insert(["a"], for: .ui)
        #expect(try play.count(for: .ui) == 1)
        try play.insert(["b"], for: .importer)
        #expect(try play.count(for: .importer) == 2)
        #expect(try play.count(for: .ui) == 1)
        try play.insert(["c"], for: .ui)
        #expect(try play.count(for: .ui) == 3)
    }

    @Test(arguments: [
        "siblings-pinned", "siblings-pinned:merge=refetch", "siblings-pinned:merge=automatic",
        "siblings-pinned:merge=object-ids", "siblings-history:generation=pinned",
    ])
    func `A merge or a refetch takes a pinned ui to the newest state`(_ topology: String) throws {
        let play = try HistoryPlay(topology)
        try play.insert(["a"], for: .ui)
        #expect(try play.count(for: .ui) == 1)
        try play.insert(["b"], for: .importer)
        #expect(try play.count(for: .ui) == 2)
    }

    @Test(arguments: [
        ("siblings:history=purge-after-merge", "no context merges by it"),
        ("siblings-history:history=off", "records none"),
        ("siblings-history:history=purge-older 0s", "older than 0 s"),
        ("siblings-history:main.parent=importing", "cannot merge by history"),
        ("siblings-history:importing.parent=main", "history has nothing to bring"),
        ("child-of-main:child.generation=pinned", "it reads what main reads"),
        ("container-background:task.generation=pinned", "one background task"),
    ])
    func `What history and generations cannot do is an error`(
        _ text: String, _ part: String
    ) throws {
        let error = try #require(throws: TopologyError.self) {
            try TopologyCatalogue.topology(VariantSpec(text, option: "--topology"))
        }
        #expect(error.description.contains(part), "\(error)")
        #expect(!error.remedy.isEmpty)
    }

    @Test func `A merge by history has its history recorded`() throws {
        func topology(_ text: String) throws -> Topology {
            try TopologyCatalogue.topology(VariantSpec(text, option: "--topology"))
        }
        #expect(try topology("siblings:merge=history").history == .keep)
        #expect(try topology("siblings:history=keep").history == .keep)
        #expect(try topology("two-coordinators-history:merge=none").history == .keep)
        #expect(try topology("siblings").history == .off)
        for text in ["off", "keep", "purge-after-merge", "purge-older 500ms"] {
            #expect(HistoryRetention(text)?.description == text)
        }
        for text in ["", "purge-older", "purge-older 5", "keep 5s"] {
            #expect(HistoryRetention(text) == nil, "\(text)")
        }
    }

    @Test func `History is deleted when the slowest of its followers has merged it`() throws {
        let text = """
            schema: 1
            name: mine
            contexts:
              - { name: main, queue: main }
              - { name: widget, queue: private, parent: coordinator 2 }
              - { name: importing, queue: private }
            roles: { ui: main, importer: importing, sync: widget }
            merges:
              - { from: importing, to: main, mode: history }
              - { from: importing, to: widget, mode: history }
              - { from: main, to: widget, mode: history }
            coordinators: 2
            history: purge-after-merge
            history-read: in-receiver
            """
        let topology = try TopologyFile.parse(text, file: "stack.yaml").topology
        let play = try HistoryPlay(topology)
        try play.insertEach(["a", "b"], for: .importer)
        #expect(try play.transactionCount() == 1)
        // The widget is busy: what main has merged stays for it.
        let execution = play.execution
        let seen = Mutex(0)
        play.stack.submit(for: .sync) { _ in
            execution.sleep(for: .milliseconds(500))
            seen.withLock { $0 = (try? HistoryPlay.transactionCount(beside: play.stack)) ?? 0 }
        }
        try play.insertEach(["c", "d"], for: .importer)
        #expect(seen.withLock { $0 } == 3)
        #expect(try play.transactionCount() == 1)
        #expect(try play.count(for: .sync) == 4)
    }
}

/// A stack on simulated queues.
private final class HistoryPlay: Sendable {
    let execution = VirtualExecution(seed: 5)
    let stack: TopologyStack
    private let folder: URL
    private let mergeCount: MergeCount

    convenience init(_ text: String) throws {
        try self.init(TopologyCatalogue.topology(VariantSpec(text, option: "--topology")))
    }

    init(_ topology: Topology) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appending(path: "store.sqlite")
        stack = try Executions.$current.withValue(execution) { [execution] in
            try execution.run {
                try TopologyStack(topology, model: StackFixture.model, storeURL: url)
            }
        }
        mergeCount = MergeCount(of: stack.context(for: .ui))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// How often the ui's context has merged.
    var merges: Int { mergeCount.value }

    /// Runs work of a role, and all that follows from it.
    func run(
        for role: Role, _ work: @escaping @Sendable (StackContext) throws -> Void
    ) throws {
        let failure = Mutex<(any Error)?>(nil)
        // A container makes the context of a background task under the current execution.
        Executions.$current.withValue(execution) {
            stack.submit(for: role) { target in
                do { try work(target) } catch { failure.withLock { $0 = error } }
            }
            _ = execution.run()
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    /// Lets time pass.
    func pass(_ time: Duration) throws {
        try run(for: .importer) { [execution] _ in execution.sleep(for: time) }
    }

    func insert(_ names: [String], for role: Role) throws {
        try run(for: role) { [stack] target in
            for name in names { StackFixture.insert(name, into: target.context) }
            stack.save(from: target) { _ in }
        }
    }

    func insertEach(_ names: [String], for role: Role) throws {
        try run(for: role) { [stack] target in
            for name in names {
                StackFixture.insert(name, into: target.context)
                stack.save(from: target) { _ in }
            }
        }
    }

    func rename(to name: String, for role: Role) throws {
        try run(for: role) { [stack] target in
            try Self.rename(to: name, in: target.context)
            stack.save(from: target) { _ in }
        }
    }

    static func rename(to name: String, in context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        try context.fetch(request).first?.setValue(name, forKey: "name")
    }

    /// The name of the first item as the ui has it registered.
    func registeredName() throws -> String? {
        let name = Mutex<String?>(nil)
        try run(for: .ui) { target in
            let registered = target.context.registeredObjects.first
            let first =
                try registered
                ?? target.context.fetch(
                    NSFetchRequest<NSManagedObject>(entityName: "Item")
                ).first
            target.context.retainsRegisteredObjects = true
            name.withLock { $0 = first?.value(forKey: "name") as? String }
        }
        return name.withLock { $0 }
    }

    func count(for role: Role) throws -> Int {
        let count = Mutex(0)
        try run(for: role) { target in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            let found = try target.context.count(for: request)
            count.withLock { $0 = found }
        }
        return count.withLock { $0 }
    }

    func transactionCount() throws -> Int {
        try execution.run { [stack] in try Self.transactionCount(beside: stack) }
    }

    static func transactionCount(beside stack: TopologyStack) throws -> Int {
        try transactions(beside: stack).count
    }

    /// The transactions that the store's history has, read through a context of its own.
    static func transactions(
        beside stack: TopologyStack
    ) throws -> [NSPersistentHistoryTransaction] {
        let context = Executions.$current.withValue(stack.execution) {
            NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        }
        context.persistentStoreCoordinator = stack.coordinators[0]
        return try context.performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(
                after: nil as NSPersistentHistoryToken?)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            return result?.result as? [NSPersistentHistoryTransaction] ?? []
        }
    }
}

/// Counts the merges of a context.
private final class MergeCount: Sendable {
    private let count = Mutex(0)
    // Removed from any thread.
    nonisolated(unsafe) private var token: (any NSObjectProtocol)?

    init(of context: NSManagedObjectContext) {
        token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidMergeChangesObjectIDs, object: context, queue: nil
        ) { [weak self] _ in self?.count.withLock { $0 += 1 } }
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }

    var value: Int { count.withLock { $0 } }
}

import CoreData
import Execution
import Foundation
import Results
import StoreIO
import Synchronization
import Topologies

/// The stage of a scenario: a store, and a main context below a private writer, in virtual time.
struct FaultStage {
    /// The answers that the app gets and prints, in order.
    private final class Answers: Sendable {
        private let lines = Mutex<[String]>([])

        var text: String { lines.withLock { $0.joined(separator: ", ") } }

        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private let store: FaultStore
    private let path: String
    private let topology: Topology
    private let execution: VirtualExecution
    private let answers = Answers()

    init(_ store: FaultStore, _ topology: Topology, at path: String, seed: UInt64) {
        self.store = store
        self.topology = topology
        self.path = path
        execution = VirtualExecution(seed: seed)
    }

    // MARK: The writer's save fails after main's had returned

    /// Main makes and saves the first step; the device is full when the writer saves.
    func playWriter(into record: inout FaultScenarioRecord) throws {
        let trace = try makeTrace([
            StoreFault(call: .write, file: .wal, occurrence: 1, isLasting: true, code: .full),
            StoreFault(call: .write, file: .journal, occurrence: 1, isLasting: true, code: .full),
        ])
        defer { trace.end() }
        let stack = try makeStack()
        let pending = Mutex(0)
        try run { edit(0, on: stack) { count in pending.withLock { $0 = count } } }
        record.add("what the app is told of its save", "saved", answers.text)
        record.add(
            "what the stack has in its log", "writer, silently",
            stack.failures.map { $0.context + ($0.isSilent ? ", silently" : "") }
                .joined(separator: "; "))
        record.silentEdits = try changeCount(of: "writer", in: stack)
        record.add(
            "edits that wait in the writer", String(pending.withLock { $0 }),
            String(record.silentEdits))
        record.add(
            "edits that wait in main", "0", String(try changeCount(of: "main", in: stack)))
        record.add("the store after a kill", "as before", try killed("as before", []))
        trace.clearFaults()
        try run { edit(1, on: stack) }
        record.add(
            "the store after the next save, with room again", "these edits and the next ones",
            try killed("these edits and the next ones", [1, 2]))
        try close(stack)
    }

    /// A step of the script, as the app does it.
    ///
    /// - Parameter pending: receives the number of main's changes before its save.
    private func edit(
        _ index: Int, on stack: TopologyStack, pending: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        let step = store.script.steps[index]
        let run = store.script.run
        stack.submit(for: step.role) { [answers, execution] target in
            do {
                _ = try run.perform(step.step, in: target.context, on: execution)
            } catch {
                return answers.add("not edited")
            }
            pending(Self.changeCount(of: target.context))
            stack.save(from: target) { end in
                if case .saved = end { answers.add("saved") } else { answers.add("failed") }
            }
        }
    }

    // MARK: Main's save fails and the writer is saved all the same

    /// Main saves the first step, which then waits in the writer.
    ///
    /// Its next save has an object without a value that the model demands, and fails; the app
    /// prints that, and saves the writer.
    func playMain(into record: inout FaultScenarioRecord) throws {
        guard let entity = store.script.entityThatNeedsValues else {
            preconditionFailure(
                "a story that this model cannot come to: ask for its obstacle first")
        }
        let trace = try makeTrace([])
        defer { trace.end() }
        let stack = try makeStack()
        let main = stack.context(named: "main").context
        let (pending, incomplete) = try run {
            try perform(0, in: main)
            save("main", in: stack)
            try perform(1, in: main)
            let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: main)
            let pending = Self.changeCount(of: main)
            save("main", in: stack)
            save("writer", in: stack)
            return (pending, object)
        }
        record.add(
            "the saves of main, of main, of the writer",
            "returns, throws that a value is missing, returns", answers.text)
        let earlier = "main's earlier save, and nothing of the one that failed"
        record.add("what the store then holds", earlier, try killed(earlier, [1]))
        record.add(
            "edits that wait in main", String(pending),
            String(try changeCount(of: "main", in: stack)))
        record.add(
            "edits that wait in the writer", "0",
            String(try changeCount(of: "writer", in: stack)))
        try run {
            main.delete(incomplete)
            save("main", in: stack)
            save("writer", in: stack)
        }
        record.add(
            "the store after main was mended and saved again", "both",
            try killed("both", [1, 2]))
        try close(stack)
    }

    private func perform(_ index: Int, in context: NSManagedObjectContext) throws {
        _ = try store.script.run.perform(
            store.script.steps[index].step, in: context, on: execution)
    }

    /// Saves one context and goes on, also after an error.
    private func save(_ name: String, in stack: TopologyStack) {
        let context = stack.context(named: name).context
        context.performAndWait {
            do {
                try context.save()
                answers.add("returns")
            } catch {
                answers.add("throws \(Self.words(for: error as NSError))")
            }
        }
    }

    /// An object may lack one value or several, which Cocoa reports together.
    private static func words(for error: NSError) -> String {
        switch error.code {
        case NSValidationMissingMandatoryPropertyError, NSValidationMultipleErrorsError:
            "that a value is missing"
        default: String(error.code)
        }
    }

    // MARK: Props

    private func makeTrace(_ faults: [StoreFault]) throws -> StoreTrace {
        try StoreTrace(
            databaseAt: path, keepsPayload: false, syncs: false, faults: faults,
            environment: ExecutionEnvironment(execution))
    }

    private func run<T>(_ body: () throws -> T) throws -> T {
        try Executions.$current.withValue(execution) { try execution.run(body) }
    }

    private func makeStack() throws -> TopologyStack {
        try run {
            try TopologyStack(
                topology, model: store.model, storeURL: URL(filePath: path),
                storeOptions: store.options)
        }
    }

    private func changeCount(of name: String, in stack: TopologyStack) throws -> Int {
        let context = stack.context(named: name).context
        return try run { context.performAndWait { Self.changeCount(of: context) } }
    }

    private static func changeCount(of context: NSManagedObjectContext) -> Int {
        context.processPendingChanges()
        return context.insertedObjects.count + context.updatedObjects.count
            + context.deletedObjects.count
    }

    /// The content of a store after a kill: the given words if it equals these steps' content.
    private func killed(_ words: String, _ operations: [Int]) throws -> String {
        let copy = path + ".killed"
        defer { StoreFiles.remove(at: copy) }
        try StoreFiles(at: path).write(to: copy)
        let (content, problems) = try store.read(at: copy)
        if let problem = problems.first { return problem }
        return content.difference(from: store.script.content(of: operations)) ?? words
    }

    private func close(_ stack: TopologyStack) throws {
        try run { try stack.closeStores() }
        execution.close()
    }
}

extension FaultScenarioRecord {
    fileprivate mutating func add(_ question: String, _ expected: String, _ found: String) {
        findings.append(Finding(question, expected: expected, found: found))
    }
}

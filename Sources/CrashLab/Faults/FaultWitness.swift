import CoreData
import Execution
import Foundation
import Probes
import Synchronization
import Topologies
import WorkloadEngine

/// Watches the edits of a short run: the save that took each, the save that failed, and the caller
/// that got the error.
///
///     save() throws ─▶ ledger: the edits stay in their context
///                      bag:    the edits that a crash may have left in the store all the same
///                      files:  as a kill at this moment leaves them, at the first such save
final class FaultWitness: StackObserver, TransactionObserver {
    /// A save that threw.
    struct Failure: Sendable {
        var context: String
        /// The operations that it was to save.
        var bag: [Int]
        /// Those of them that the app believed saved.
        var believed: [Int]
        var error: NSError
    }

    /// The answer that the caller of a step of the script got.
    enum Answer: Sendable {
        case saved
        /// The edit could not be made; nothing of it is in the context.
        case refused(NSError)
        /// The edit waits for an earlier one that was refused: its object is not there yet.
        case early
        case failed(NSError)
        /// The context is saved at termination only: the caller was promised nothing.
        case unpromised

        /// Whether the step need not be made anew.
        var isFinal: Bool {
            switch self {
            case .saved, .failed, .unpromised: true
            case .refused, .early: false
            }
        }
    }

    /// A kill at some moment.
    struct Kill: Sendable {
        var files: StoreFiles
        /// The sets of operations that the store may hold: the committed ones, with and without
        /// those of a save that reported a failure.
        var possible: [[Int]]
    }

    struct State: Sendable {
        var ledger: EditLedger
        var answers: [Int: [Answer]] = [:]
        var failures: [Failure] = []
        /// At the first save to the store that failed.
        var crash: Kill?
        /// The edits of failed saves, since a save last succeeded.
        var indeterminate: [[Int]] = []
        /// Roots whose transaction was committed since their save began.
        var committed: Set<String> = []
        var violations: [String] = []
        var stack: TopologyStack?
    }

    private let topology: Topology
    private let script: FaultScript
    private let path: String
    private let execution: any Execution
    private let locked: Mutex<State>

    init(_ topology: Topology, script: FaultScript, path: String, execution: any Execution) {
        self.topology = topology
        self.script = script
        self.path = path
        self.execution = execution
        var parents: [String: String] = [:]
        for context in topology.contexts { parents[context.name] = context.parentName }
        locked = Mutex(State(ledger: EditLedger(parents: parents)))
    }

    var state: State { locked.withLock { $0 } }

    /// Watches a stack, until it is handed another or `nil`.
    func watch(_ stack: TopologyStack?) {
        if let stack {
            for coordinator in stack.coordinators { coordinator.transactionObserver = self }
        }
        locked.withLock { $0.stack = stack }
    }

    /// The state that a process leaves if it is killed now.
    func kill() -> Kill {
        let state = state
        let committed = state.ledger.committedOperations
        return Kill(
            files: StoreFiles(at: path),
            possible: [committed] + state.indeterminate.map { committed + $0 })
    }

    func report(_ violation: String) {
        locked.withLock { $0.violations.append(violation) }
    }

    // MARK: Steps

    func didEdit(_ step: FaultStep, count: Int, in context: String) {
        locked.withLock {
            $0.ledger.edit(operation: step.index, count: count, in: context, at: execution.now)
        }
    }

    /// The edits of a step are gone with the context that they were made in.
    func didGiveUp(_ step: FaultStep) {
        locked.withLock { $0.ledger.withdraw(operation: step.index) }
    }

    /// Records the answer that the caller of a step got.
    func didAnswer(_ step: FaultStep, _ answer: Answer) {
        locked.withLock { state in
            state.answers[step.index, default: []].append(answer)
            guard case .saved = answer else { return }
            state.ledger.saved(operation: step.index, at: execution.now)
            let context = topology.roles[step.role] ?? ""
            let isPromised = topology.durability(from: context) == .committed
            if isPromised, !state.ledger.committedOperations.contains(step.index) {
                state.violations.append(
                    "step \(step.index) was told to be saved, and is not committed")
            }
        }
    }

    // MARK: Saves

    func stackWillSave(_ name: String) {
        locked.withLock { state in
            state.committed.remove(name)
            state.ledger.willSave(name)
        }
    }

    func stackDidSave(_ name: String) {
        locked.withLock { $0.ledger.didSave(name, at: execution.now) }
    }

    // A stack of fields has no late contexts.
    func stackDidShow(_ context: StackContext) {}

    func stackDidFailToSave(_ name: String, error: any Error) {
        let isRoot = topology.context(named: name)?.isRoot == true
        let files = isRoot ? StoreFiles(at: path) : nil
        let stack = locked.withLock { state in
            if state.committed.contains(name) {
                state.violations.append("a save of \(name) threw, and had been committed")
            }
            state.ledger.didFailToSave(name, at: execution.now)
            let bag = state.ledger.pendingOperations(in: name)
            state.failures.append(
                Failure(
                    context: name, bag: bag,
                    believed: bag.filter { state.ledger.isBelievedSaved($0) },
                    error: error as NSError))
            let committed = state.ledger.committedOperations
            if let files, state.crash == nil {
                state.crash = Kill(files: files, possible: [committed, committed + bag])
            }
            if isRoot { state.indeterminate.append(bag) }
            return state.stack
        }
        // One that is made for each task is gone with its task, and its edits with it.
        if let target = stack?.contexts.first(where: { $0.name == name }) {
            checkCounts(of: target)
        }
    }

    func transactionWillBegin(contextName: String?) {}

    func transactionWillCommit(contextName: String?) {}

    func transactionDidCommit(contextName: String?, at instant: Instant) {
        guard let contextName else { return }
        locked.withLock { state in
            state.ledger.didCommit(contextName, at: instant)
            state.committed.insert(contextName)
            state.indeterminate = []
        }
    }

    func transactionDidPublish(contextName: String?) {}

    // MARK: Pending edits

    /// The content below a context, and with its own pending edits.
    private func contents(of name: String) -> (below: StoreContent, with: StoreContent) {
        let ledger = state.ledger
        let above = topology.ancestry(of: name).dropFirst().map(\.name)
        let below =
            ledger.committedOperations + above.flatMap { ledger.pendingOperations(in: $0) }
        let own = ledger.pendingOperations(in: name)
        return (script.content(of: below), script.content(of: below + own))
    }

    /// Compares the numbers of a context's pending objects with the expected ones.
    ///
    /// It reads no file.
    ///
    /// - Precondition: on the context's queue.
    private func checkCounts(of target: StackContext) {
        let (below, with) = contents(of: target.name)
        let context = target.context
        let expected = [
            with.count(missingIn: below), below.count(missingIn: with),
        ]
        let found = [context.insertedObjects.count, context.deletedObjects.count]
        if expected != found {
            report(
                "after a failed save \(target.name) has \(found[0]) insertions and \(found[1]) "
                    + "deletions pending, not \(expected[0]) and \(expected[1])")
        }
        if expected != [0, 0], !context.hasChanges {
            report("after a failed save \(target.name) has no changes")
        }
    }

    /// Compares a context's content and its pending objects with the expected ones, value for
    /// value.
    ///
    /// - Precondition: on the context's queue; the store can be read.
    func checkPending(of target: StackContext) {
        let (below, with) = contents(of: target.name)
        let context = target.context
        do {
            let found = try script.run.content(of: context)
            if target.layout.generation == .newest, let difference = found.difference(from: with) {
                report("\(target.name), with its pending edits: \(difference)")
            }
        } catch {
            report("\(target.name) cannot be read: \((error as NSError).localizedDescription)")
        }
        if context.insertedObjects.count != with.count(missingIn: below) {
            report("\(target.name) has \(context.insertedObjects.count) insertions pending")
        }
        if context.deletedObjects.count != below.count(missingIn: with) {
            report("\(target.name) has \(context.deletedObjects.count) deletions pending")
        }
    }
}

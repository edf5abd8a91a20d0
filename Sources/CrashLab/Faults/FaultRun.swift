import CoreData
import Execution
import Foundation
import Results
import StoreIO
import Synchronization
import Topologies
import WorkloadEngine

/// The short run on one topology, in virtual time, with faults or without.
///
///     open ─▶ steps, apart in time ─▶ will terminate ─▶ (faults end ─▶ retry) ─▶ close ─▶ judge
///                                           │
///                                    files as a kill leaves them
///
/// The run does as an app does that prints an error and goes on. A later save of the same context
/// takes along the edits that an earlier one could not save.
final class FaultRun: Sendable {
    private let store: FaultStore
    private let topology: Topology
    private let path: String
    private let trace: StoreTrace
    private let execution: VirtualExecution
    private let witness: FaultWitness
    private let stack = Mutex<TopologyStack?>(nil)

    /// The time between two steps.
    ///
    /// With a writer that is flushed every second, two or three of them are one transaction.
    private static let pause = Duration.milliseconds(400)

    /// Copies the store's template to the path, and begins its trace.
    ///
    /// - Parameter interleaving: of the virtual execution; 0 is the canonical order.
    /// - Throws: `StoreIOError`, and errors of the file system.
    init(
        _ store: FaultStore, _ topology: Topology, at path: String, faults: [StoreFault],
        seed: UInt64, interleaving: UInt64 = 0
    ) throws {
        self.store = store
        self.topology = topology
        self.path = path
        try store.template.write(to: path)
        execution = VirtualExecution(seed: seed, interleaving: interleaving)
        trace = try StoreTrace(
            databaseAt: path, keepsPayload: false, syncs: false, faults: faults,
            environment: ExecutionEnvironment(execution))
        witness = FaultWitness(
            topology, script: store.script, path: path, execution: execution)
    }

    /// Counts the calls of the whole run without faults: a matrix has a trial for each.
    ///
    /// - Throws: the error that ended the run early.
    func countCalls() throws -> StoreIOCounts {
        defer { trace.end() }
        try perform()
        let counts = trace.callCounts()
        execution.close()
        let state = witness.state
        if let error = state.failures.first?.error { throw error }
        let content = try store.read(at: path).content
        let difference = content.difference(
            from: store.script.content(of: state.ledger.committedOperations))
        if let problem = state.violations.first ?? difference {
            throw FaultError.cleanRunFailed(problem)
        }
        return counts
    }

    /// Runs with the fault, kills, retries and judges.
    ///
    /// - Throws: `VirtualDeadlock`, and errors of the file system.
    func run(_ fault: StoreFault) throws -> FaultTrial {
        defer { trace.end() }
        var trial = FaultTrial(fault)
        let opening = Mutex<NSError?>(nil)
        let killed = try perform { error in opening.withLock { $0 = error } }
        trial.hits = trace.faultsHit
        execution.close()
        let state = witness.state
        FaultJudge(store: store, path: path, state: state).judge(
            &trial, opening: opening.withLock { $0 }, killed: killed)
        return trial
    }

    /// Performs the steps.
    ///
    /// - Parameter refused: receives the error if the store could not be opened at first.
    /// - Returns: a kill at the end, before the retry and the store's closing.
    @discardableResult
    private func perform(_ refused: ((NSError) -> Void)? = nil) throws -> FaultWitness.Kill {
        try Executions.$current.withValue(execution) {
            do {
                try live()
            } catch  where !(error is VirtualDeadlock) {
                guard let refused else { throw error }
                refused(error as NSError)
                trace.clearFaults()
                try live()
            }
            let killed = witness.kill()
            if needsRetry { try retry() }
            try close()
            return killed
        }
    }

    // MARK: The run

    private func live() throws {
        try execution.run {
            let stack = try TopologyStack(
                topology, model: store.model, storeURL: URL(filePath: path),
                storeOptions: store.options, observer: witness)
            witness.watch(stack)
            self.stack.withLock { $0 = stack }
            schedule(store.script.steps[...], on: stack)
        }
    }

    /// Each step begins a while after the one before was answered; the app terminates after the
    /// last.
    private func schedule(_ rest: ArraySlice<FaultStep>, on stack: TopologyStack) {
        let due = execution.now + Self.pause
        _ = execution.makeTimer(on: execution.mainQueue, at: due, every: nil) { [self] _ in
            guard let step = rest.first else { return stack.terminate { _ in } }
            perform(step, on: stack) { [self] in schedule(rest.dropFirst(), on: stack) }
        }
    }

    private func perform(
        _ step: FaultStep, on stack: TopologyStack, done: @escaping @Sendable () -> Void
    ) {
        let run = store.script.run
        stack.submit(for: step.role) { [witness, topology, execution] target in
            do {
                let count = try run.perform(step.step, in: target.context, on: execution)
                witness.didEdit(step, count: count, in: target.name)
            } catch is WorkloadError {
                witness.didAnswer(step, .early)
                return done()
            } catch {
                witness.didAnswer(step, .refused(error as NSError))
                return done()
            }
            stack.save(from: target) { end in
                switch end {
                case .saved: witness.didAnswer(step, .saved)
                case .keptUnsaved: witness.didAnswer(step, .unpromised)
                case .failed(let error) where topology.isPerTask(target.name):
                    // The edits go with the task's context: the app has to make them again.
                    witness.didGiveUp(step)
                    witness.didAnswer(step, .refused(error as NSError))
                case .failed(let error): witness.didAnswer(step, .failed(error as NSError))
                }
                done()
            }
        }
    }

    // MARK: After it

    private var needsRetry: Bool {
        witness.state.ledger.committedOperations.count < store.script.steps.count
    }

    /// Retries once the device works again: checks the pending edits, makes the edits that failed,
    /// and saves everything.
    private func retry() throws {
        trace.clearFaults()
        guard let stack = stack.withLock({ $0 }) else { return }
        let answers = witness.state.answers
        let refused = store.script.steps.filter { answers[$0.index]?.last?.isFinal == false }
        let failures = witness.state.failures.count
        try execution.run {
            for target in stack.contexts {
                target.context.performAndWait { witness.checkPending(of: target) }
            }
            retry(refused[...], on: stack)
        }
        if witness.state.failures.count > failures {
            let error = witness.state.failures[failures].error
            witness.report("a save failed that met no fault: \(error.localizedDescription)")
        }
        try execution.run {
            for target in stack.contexts {
                target.context.performAndWait {
                    guard target.context.hasChanges else { return }
                    witness.report("\(target.name) has changes after the retry")
                }
            }
        }
    }

    private func retry(_ rest: ArraySlice<FaultStep>, on stack: TopologyStack) {
        guard let step = rest.first else { return stack.saveAll {} }
        perform(step, on: stack) { [self] in
            // The queue that answered is the context's; the next step starts from main again.
            execution.mainQueue.async { [self] in retry(rest.dropFirst(), on: stack) }
        }
    }

    private func close() throws {
        let stack = stack.withLock { held in
            defer { held = nil }
            return held
        }
        witness.watch(nil)
        guard let stack else { return }
        try execution.run { try stack.closeStores() }
    }
}

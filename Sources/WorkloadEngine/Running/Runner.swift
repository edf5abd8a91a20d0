import CoreData
import Execution
import Results
import Synchronization
import Topologies

/// Drives a plan over a stack: phases, arrivals, operations, *will terminate* and the reading back.
///
/// It never blocks the main queue itself. Operations of `ui` arrive on the main queue, as touches
/// do; those of `importer` arrive on a queue of their own, as a network's answers do. An operation
/// runs on its context's queue; the end of each leads to the next step.
///
///     arrivals of ui ──▶ main queue ─┐
///                                    ├─▶ stack.submit ─▶ perform · save ─▶ finished ─┐
///     arrivals of importer ──────────┘                                               │
///     phase timer ───────────────────────────────────────────────────────────────────┴─▶ next
package final class Runner: Sendable {
    private struct State {
        var phase = -1
        var outstanding = 0
        /// The phase's nominal length is over.
        var isTimeOver = false
        var isPhaseEnded = true
        var schedules: [Arrival: ArrivalSchedule] = [:]
        var timers: [any ExecutionTimer] = []
        var executed: [Operation] = []
        var failures: [OperationFailure] = []
        /// When each role's last operation was done.
        var lastEnds: [Role: Instant] = [:]
        /// The user's edits that wait for the app to go to the background.
        var unsaved: [Operation] = []
        var refused: [Int] = []
        var list: LiveList?
        var savedObjects: SavedObjectsHandler?
        var observers: ScreenObservers?
    }

    /// Rows of the list for a user whose workload gives no page: one screen.
    private static let defaultPage = 20
    private static let restLength = Duration.milliseconds(1)

    private let plan: OperationPlan
    private let expectations: Expectations
    private let scan: ContentScan?
    private let workload: Workload
    private let stack: any Stack
    private let observer: any WorkloadObserver
    private let execution: any Execution
    private let includesDisplay: Bool
    private let performer: OperationPerformer
    private let phaseOperations: [PhaseOperations]
    /// Phase timers, and the reading back.
    private let queue: any ExecutionQueue
    private let arrivalQueues: [Role: any ExecutionQueue]
    private let state = Mutex(State())

    /// - Parameters:
    ///   - stack: built under `execution`, on a store without objects.
    ///   - includesDisplay: whether the display role draws; a run that is to be killed leaves it
    ///     out.
    ///   - expectations: of the plan, where several runs of it share them.
    ///   - scan: reads an SQLite store back past the engine; without one a coordinator of its own
    ///     reads it, as the app's next launch would.
    package init(
        plan: OperationPlan, workload: Workload, stack: any Stack, observer: any WorkloadObserver,
        execution: any Execution, includesDisplay: Bool = true, expectations: Expectations? = nil,
        scan: ContentScan? = nil
    ) {
        Executions.requireSame(stack.execution, execution, "a runner and its stack")
        self.plan = plan
        self.expectations = expectations ?? Expectations(plan)
        self.scan = scan
        self.workload = workload
        self.stack = stack
        self.observer = observer
        self.execution = execution
        self.includesDisplay = includesDisplay
        performer = OperationPerformer(
            plan: plan, execution: execution, page: workload.ui?.page ?? Self.defaultPage,
            importer: workload.importer)
        phaseOperations = PhaseOperations.all(
            of: plan, phases: workload.phases.count, importer: workload.importer)
        // Drawn now, so that no batch waits for the lines that it decodes; in virtual time none
        // does.
        if !execution.chargesWork { _ = plan.objects.source { observer.didProgress() } }
        queue = execution.makeQueue(label: "run", cause: .waitForContext)
        arrivalQueues = Dictionary(
            uniqueKeysWithValues: Role.allCases.filter { $0 != .display && $0 != .observers }.map {
                role in
                let label = "arrivals of \(role.rawValue)"
                return (role, execution.makeQueue(label: label, cause: .waitForContext))
            })
    }

    /// Runs the plan once.
    ///
    /// - Parameter completion: called on the main queue at the end, after `runDidEnd`.
    /// - Precondition: called on the main queue; called once.
    package func run(completion: @escaping @Sendable (Outcome) -> Void) {
        observer.runWillBegin(stack: stack, plan: plan)
        // The stack, which the runner keeps, keeps this for as long as it lives.
        stack.onRefetch { [weak self] context in self?.refetch(in: context) }
        beginPhase(0, completion)
    }

    private func refetch(in context: NSManagedObjectContext) {
        observer.uiWillRefetch()
        // A list that cannot be read now is read at the next save; a failing operation reports the
        // error.
        _ = try? performer.refetch(in: context)
        observer.uiDidRefetch()
    }
}

// MARK: - Phases, on the main queue

extension Runner {
    private typealias Completion = @Sendable (Outcome) -> Void

    private func beginPhase(_ index: Int, _ completion: @escaping Completion) {
        guard index < workload.phases.count else { return terminate(completion) }
        let phase = workload.phases[index]
        let operations = phaseOperations[index]
        if phase.isMeasured {
            showList()
            observeSaves()
            makeObservers()
        }
        state.withLock { $0.observers }?.setActive(
            phase.isMeasured && phase.roles.contains(.observers))
        let began = execution.now
        let schedules = makeSchedules(for: operations, from: began, completion)
        state.withLock { state in
            state.phase = index
            state.outstanding = operations.count
            state.isTimeOver = phase.length == .zero
            state.isPhaseEnded = false
            state.schedules = schedules
        }
        observer.phaseWillBegin(
            index, name: phase.name, isMeasured: phase.isMeasured, at: began)

        for operation in operations.preloads { execute(operation, due: began, completion) }
        for arrival in operations.arrivals { schedules[arrival]?.start() }
        startTimers(of: phase, from: began, completion)
        endPhaseIfDone(completion)
    }

    /// Before the first measured phase: the list that stays on the screen.
    private func showList() {
        guard workload.ui?.list == .fetchedResults, state.withLock({ $0.list == nil }) else {
            return
        }
        let context = stack.context(for: .ui)
        context.performAndWait {
            do {
                let list = try LiveList(performer.listRequest, in: context)
                state.withLock { $0.list = list }
            } catch {
                state.withLock {
                    $0.failures.append(OperationFailure(operation: nil, error: error))
                }
            }
        }
    }

    /// Begins, before the first measured phase, to handle the importer's saves as the user's app
    /// does.
    private func observeSaves() {
        guard let what = workload.ui?.onDidSave, let list = plan.objects.list,
            !stack.topology.importerContexts.isEmpty,
            state.withLock({ $0.savedObjects == nil })
        else { return }
        let entities = plan.objects.imported.map(plan.objects.content.kinds) ?? [list.entity]
        let handler = SavedObjectsHandler(
            taking: what, from: stack.topology.importerContexts, list: (entities, list.key),
            into: stack)
        state.withLock { $0.savedObjects = handler }
    }

    /// Puts the observers on the screen before the first measured phase; they look in the phases
    /// that list them.
    private func makeObservers() {
        guard let role = workload.observers, state.withLock({ $0.observers == nil }) else { return }
        let observers = ScreenObservers(
            role, of: plan.objects, in: stack.context(for: .ui), execution)
        state.withLock { $0.observers = observers }
    }

    private func makeSchedules(
        for operations: PhaseOperations, from began: Instant, _ completion: @escaping Completion
    ) -> [Arrival: ArrivalSchedule] {
        var schedules: [Arrival: ArrivalSchedule] = [:]
        for arrival in operations.arrivals {
            let role = arrival.role
            guard let queue = arrivalQueues[role], let arriving = operations.arriving[arrival]
            else { continue }
            schedules[arrival] = ArrivalSchedule(
                arriving, from: began,
                isClosedLoop: role == .importer && workload.importer?.pace == nil, on: queue,
                execution: execution
            ) { [self] operation, due in
                arrive(operation, due: due, completion)
            }
        }
        return schedules
    }

    private func startTimers(
        of phase: Phase, from began: Instant, _ completion: @escaping Completion
    ) {
        var timers: [any ExecutionTimer] = []
        if phase.length > .zero {
            timers.append(
                execution.makeTimer(on: queue, at: began + phase.length, every: nil) {
                    [self] _ in
                    state.withLock { $0.isTimeOver = true }
                    endPhaseIfDone(completion)
                })
        }
        if includesDisplay, phase.roles.contains(.display), let display = workload.display {
            timers.append(
                execution.makeTimer(
                    on: execution.mainQueue, at: began + display.interval, every: display.interval
                ) { [self] due in draw(display, due: due) })
        }
        state.withLock { $0.timers = timers }
    }

    private func draw(_ display: DisplayRole, due: Instant) {
        execution.span(.display) { execution.occupyCore(for: display.cost) }
        observer.frameDidFinish(due: due, finished: execution.now)
        observer.didProgress()
    }

    /// On any queue: ends the phase when its time is over and nothing is left to do, or when the
    /// run has failed.
    ///
    /// It ends on main, behind what waits there and what that lets in: the last save's merge
    /// belongs to the phase that saved, with the frames that are due meanwhile, and the work that
    /// is counted by then has its time in the same phase.
    private func endPhaseIfDone(_ completion: @escaping Completion) {
        let isDone = state.withLock { state in
            let hasFailed = !state.failures.isEmpty
            guard !state.isPhaseEnded, hasFailed || (state.isTimeOver && state.outstanding == 0)
            else { return false }
            state.isPhaseEnded = true
            return true
        }
        guard isDone else { return }
        let main = execution.mainQueue
        main.async { main.async { [self] in endPhase(completion) } }
    }

    private func endPhase(_ completion: @escaping Completion) {
        let end = execution.now
        let (index, timers, schedules, hasFailed) = state.withLock { state in
            let timers = state.timers
            let schedules = state.schedules
            state.timers = []
            state.schedules = [:]
            return (state.phase, timers, schedules, !state.failures.isEmpty)
        }
        for timer in timers { timer.cancel() }
        for schedule in schedules.values { schedule.cancel() }
        observer.phaseDidEnd(index, name: workload.phases[index].name, at: end)
        observer.didProgress()
        if hasFailed { return rest { [self] in terminate(completion) } }
        let goOn: @Sendable () -> Void = { [self] in beginPhase(index + 1, completion) }
        // Measured phases follow one another without a gap.
        let isFollowed = workload.phases[index...].prefix(2).allSatisfy(\.isMeasured)
        if isFollowed, index + 1 < workload.phases.count { goOn() } else { rest(goOn) }
    }

    /// Lets main go idle before a block: a stretch counts whole for each phase that it touches, and
    /// preparing and terminating are none's.
    private func rest(_ body: @escaping @Sendable () -> Void) {
        let timer = execution.makeTimer(
            on: queue, at: execution.now + Self.restLength, every: nil
        ) { [self] _ in
            // The timer keeps the runner, and the other way round.
            state.withLock { $0.timers = [] }
            execution.mainQueue.async(body)
        }
        state.withLock { $0.timers = [timer] }
    }
}

// MARK: - Operations

extension Runner {
    /// On the role's arrival queue: an operation has come due.
    private func arrive(_ operation: Operation, due: Instant, _ completion: @escaping Completion) {
        switch operation.role {
        case .ui:
            execution.mainQueue.async { [self] in
                stack.noteInteraction()
                execute(operation, due: due, completion)
            }
        case .app:
            execution.mainQueue.async { [self] in
                enterBackground(operation, due: due, completion)
            }
        case .importer, .sync, .display, .observers:
            execute(operation, due: due, completion)
        }
    }

    /// Saves everything, whatever the flush policy.
    ///
    /// The user's edits count as saved once every context of their route up to `saved` has saved.
    private func enterBackground(
        _ operation: Operation, due: Instant, _ completion: @escaping Completion
    ) {
        observer.operationWillBegin(operation, due: due)
        let edited = state.withLock { state in
            defer { state.unsaved = [] }
            return state.unsaved
        }
        stack.enterBackground { [self] hasSaved in
            if hasSaved {
                for edit in edited { observer.didBecomeSaved(edit) }
            } else {
                state.withLock { $0.unsaved = edited + $0.unsaved }
            }
            end(operation, rows: 0, completion)
        }
    }

    private func execute(
        _ operation: Operation, due: Instant, _ completion: @escaping Completion
    ) {
        submit(operation) { [self] target in
            guard state.withLock({ $0.failures.isEmpty }) else { return }
            observer.operationWillBegin(operation, due: due)
            charge(operation)
            do {
                if case .fetchAsync(let offset, let limit) = operation.payload {
                    return try fetchAsync(operation, offset, limit, in: target, completion)
                }
                let effect = try performer.perform(operation, in: target.context)
                if operation.kind.isEdit {
                    save(operation, effect, in: target, completion)
                } else {
                    end(operation, rows: effect.rows, completion)
                }
            } catch {
                fail(operation, error, completion)
            }
        }
    }

    private func arrival(of operation: Operation) -> Arrival {
        Arrival(role: operation.role, part: workload.importer?.part(of: operation) ?? 0)
    }

    private func submit(
        _ operation: Operation, _ work: @escaping @Sendable (StackContext) -> Void
    ) {
        guard operation.role == .importer else {
            return stack.submit(for: operation.role, work)
        }
        stack.submitImport(arrival(of: operation).part, work)
    }

    private func charge(_ operation: Operation) {
        execution.charge(.operationsBegun, 1)
        let last = state.withLock { $0.lastEnds[operation.role] }
        let rest = last.map { execution.now - $0 }
        if rest.map({ $0 >= Work.leastRest }) ?? true { execution.charge(.operationsRested, 1) }
        if rest.map({ $0 >= Work.leastLongRest }) ?? true {
            execution.charge(.operationsLongRested, 1)
        }
    }

    private func fetchAsync(
        _ operation: Operation, _ offset: Int, _ limit: Int, in target: StackContext,
        _ completion: @escaping Completion
    ) throws {
        try performer.fetchAsync(offset: offset, limit: limit, in: target.context) {
            [self] result in
            switch result {
            case .success(let rows): end(operation, rows: rows, completion)
            case .failure(let error): fail(operation, error, completion)
            }
        }
    }

    /// On the context's queue, with the edits in the context.
    private func save(
        _ operation: Operation, _ effect: OperationPerformer.Effect, in target: StackContext,
        _ completion: @escaping Completion
    ) {
        observer.didEdit(operation, count: effect.edits, context: target.name)
        if let written = effect.written {
            observer.didBecomeCommitted(operation, context: target.name)
            stack.mergeInserted(written, from: target.name)
            return end(operation, rows: effect.rows, completion)
        }
        if let sentinel = effect.sentinel, operation.kind != .preload {
            observer.importerWillSave(operation, sentinel: sentinel)
        }
        if operation.role == .ui, operation.kind != .preload,
            workload.ui?.saves == .onBackground
        {
            state.withLock { $0.unsaved.append(operation) }
            return end(operation, rows: effect.rows, completion)
        }
        // The object is read in `ended`, which comes on its context's queue.
        nonisolated(unsafe) let effect = effect
        stack.save(from: target) { [self] end in
            if let sentinel = effect.sentinel, operation.kind != .preload {
                observer.importerDidSave(operation, sentinel: sentinel)
            }
            switch end {
            case .saved: observer.didBecomeSaved(operation)
            case .keptUnsaved:
                // A reset would give up what the context keeps.
                return self.end(operation, rows: effect.rows, completion)
            case .failed(let error) where isExpected(error):
                // As an app does with a conflict that its policy does not settle: the context gives
                // up its own edits and goes on.
                target.context.rollback()
                observer.didGiveUp(operation)
                state.withLock { $0.refused.append(operation.index) }
            case .failed(let error): return fail(operation, error, completion)
            }
            if operation.role == .importer, workload.importer?.isReset == true {
                target.context.reset()
            }
            self.end(operation, rows: effect.rows, completion)
        }
    }

    /// Whether the workload expects this error of a save: another context had changed the same
    /// object.
    private func isExpected(_ error: any Error) -> Bool {
        workload.isContested && StackFailure.isConflict(error)
    }

    private func end(_ operation: Operation, rows: Int, _ completion: @escaping Completion) {
        observer.operationDidEnd(operation, rows: rows)
        observer.didProgress()
        guard operation.kind == .preload else { return finish(operation, completion) }
        // Objects that exist before the measuring must be in the store, whatever the flush policy.
        stack.saveAll { [self] in finish(operation, completion) }
    }

    private func finish(_ operation: Operation, _ completion: @escaping Completion) {
        let now = execution.now
        let schedule = state.withLock { state in
            state.executed.append(operation)
            state.lastEnds[operation.role] = now
            state.outstanding -= 1
            return state.schedules[arrival(of: operation)]
        }
        if operation.kind != .preload { schedule?.didFinish() }
        endPhaseIfDone(completion)
    }

    /// Ends the run at the first failure: later operations would be measured on other data.
    private func fail(
        _ operation: Operation, _ error: any Error, _ completion: @escaping Completion
    ) {
        state.withLock {
            $0.failures.append(OperationFailure(operation: operation, error: error))
        }
        endPhaseIfDone(completion)
    }
}

// MARK: - End

extension Runner {
    /// The expected content of a run, computed while the store is read back.
    ///
    /// Each of both takes a tenth of a second for 10,000 cities, and a run is one of many.
    private final class Expectation: Sendable {
        private let queue: any ExecutionQueue
        private let value = Mutex<Expectations.Value?>(nil)

        init(_ expectations: Expectations, refused: [Int], execution: any Execution) {
            queue = execution.makeQueue(label: "expectation", cause: .waitForContext)
            queue.async { [self] in
                let expected = expectations.value(refused: Set(refused))
                value.withLock { $0 = expected }
            }
        }

        /// Waits until it is worked out: the queue is serial.
        func wait() -> Expectations.Value {
            queue.sync { value.withLock { $0! } }
        }
    }

    private func terminate(_ completion: @escaping Completion) {
        let limit = workload.app?.terminateWithin
        let deadline = limit.map { execution.now + $0 }
        if let deadline { observer.appWillTerminate(deadline: deadline) }
        stack.terminate(deadline: deadline) { [self] unsaved in
            guard !unsaved.isEmpty else { return readBackLater(completion) }
            // The process would be gone now, with its unsaved edits; the figures count them as
            // lost. Saving them shows that they could have been saved.
            stack.saveAll { [self] in readBackLater(completion) }
        }
    }

    private func readBackLater(_ completion: @escaping Completion) {
        state.withLock { $0.savedObjects }?.cancel()
        if let observers = state.withLock({ $0.observers }) {
            observers.cancel()
            observer.observersDidEnd(
                notes: observers.reading.notes, objects: observers.reading.objects)
        }
        if let list = state.withLock({ $0.list }) {
            observer.listDidEnd(updates: list.changes.updates, rows: list.changes.rows)
            state.withLock { $0.list = nil }
        }
        queue.async { [self] in
            let outcome = whileProgressing { readBack() }
            execution.mainQueue.async { [self] in
                observer.runDidEnd(outcome: outcome)
                completion(outcome)
            }
        }
    }

    /// Reading a million objects back takes a while in which nothing of the stack moves.
    private func whileProgressing(_ body: () -> Outcome) -> Outcome {
        // Virtual time has no watchdog.
        guard !execution.chargesWork else { return body() }
        let queue = execution.makeQueue(label: "progress", cause: .waitForContext)
        let timer = execution.makeTimer(
            on: queue, at: execution.now + .seconds(1), every: .seconds(1)
        ) { [observer] _ in observer.didProgress() }
        defer { timer.cancel() }
        return body()
    }

    /// On the runner's own queue.
    private func readBack() -> Outcome {
        let (executed, failures, refused) = state.withLock {
            ($0.executed, $0.failures, $0.refused)
        }
        let expectation = Expectation(expectations, refused: refused, execution: execution)
        let actual = failures.isEmpty ? Result { try readStore() } : nil
        let expected = expectation.wait()
        var outcome = Outcome(
            expectedDigest: expected.digest, actualDigest: "", differences: [],
            executedDigest: plan.digest(ofExecuted: executed), failures: failures,
            saveFailures: stack.failures.filter { !workload.isContested || !$0.isConflict },
            refused: refused.sorted())
        switch actual {
        case .success(let actual):
            outcome.differences = expected.data.differences(of: actual)
            outcome.actualDigest =
                outcome.differences.isEmpty ? expected.digest : actual.digest
        case .failure(let error):
            outcome.failures.append(OperationFailure(operation: nil, error: error))
        case nil:
            break
        }
        return outcome
    }

    private func readStore() throws -> StoreContent {
        let coordinator = stack.coordinators[0]
        guard let store = coordinator.persistentStores.first, let url = store.url else {
            preconditionFailure("the stack's coordinator has no store; keep it until the run ends")
        }
        if let scan, store.type == NSSQLiteStoreType { return try scan.content(ofStoreAt: url) }
        let reader = StoreReader(
            plan: plan, model: coordinator.managedObjectModel,
            options: store.options ?? [:], storeType: store.type)
        // A store in memory is its coordinator's alone.
        return store.type == NSInMemoryStoreType
            ? try reader.read(through: coordinator) : try reader.read(storeAt: url)
    }
}

import CoreData
import Execution
import Foundation
import Results
import Synchronization
import Topologies

/// A stack that an app's own class is: the lab's calls passed to it, and its saves observed.
///
///     runner ── submit, save, flush ──▶ AdaptedStack ── performImport, save … ──▶ the app's class
///     probes ◀── will save, did save ──      ▲                                          │
///                                            └──── saves of every context of the ───────┘
///                                                  coordinator, early or late
final class AdaptedStack: Stack {
    let topology: Topology
    let execution: any Execution
    let coordinators: [NSPersistentStoreCoordinator]
    // Called as an app calls it; what several of its calls use is its own to protect.
    nonisolated(unsafe) let app: any AppStack
    let type: any AppStack.Type
    let observer: (any StackObserver)?
    let book = ContextBook()
    let timers: LabTimers
    // Read only.
    nonisolated(unsafe) private let store: StackStore
    /// An importer brings one piece after the other, and so does a server.
    private let lines: [Role: SerialLine] = [.importer: SerialLine(), .sync: SerialLine()]
    private let arrivals: any ExecutionQueue
    private let turns = WorkTurns()
    private let ui: StackContext
    private let failureLog = Mutex<[StackFailure]>([])
    /// The contexts that were given to `save(_:believed:)` and have no answer yet.
    private let openSaves = Mutex<[String: Int]>([:])
    /// The contexts whose saves have begun, with changes, and not ended.
    private let reportedSaves = Mutex<Set<ObjectIdentifier>>([])

    /// Opens the app's stack on a store, under the current execution.
    ///
    /// - Throws: the error of the app's initializer; `AdaptingError` if it has not opened the store
    ///   as it was asked.
    init(
        _ type: any AppStack.Type, as topology: Topology, on store: StackStore,
        observer: (any StackObserver)?
    ) throws {
        self.topology = topology
        self.type = type
        self.observer = observer
        execution = Executions.current
        timers = LabTimers(execution)
        arrivals = execution.makeQueue(label: "arrivals of the app", cause: .waitForContext)
        app = try type.init(on: LabStore(store, timers))
        let context = app.uiContext
        guard let coordinator = context.persistentStoreCoordinator else {
            throw AdaptingError.noCoordinator(type)
        }
        try AdaptingError.check(coordinator, opened: store, by: "\(type).init(on:)")
        self.store = store
        coordinators = [coordinator]
        ui = Self.enter(context, base: nil, isLasting: true, isUsed: false, in: book).context
        coordinator.saveObserver = self
    }

    var contexts: [StackContext] { Self.chain(of: ui.context, in: book) }

    var failures: [StackFailure] { failureLog.withLock { $0 } }

    func context(for role: Role) -> NSManagedObjectContext {
        precondition(role == .ui, "code shows the context of \(role.rawValue) with its work only")
        return ui.context
    }
}

// MARK: - Work

extension AdaptedStack {
    func submit(for role: Role, _ work: @escaping @Sendable (StackContext) -> Void) {
        guard let line = lines[role] else { return perform(work, of: role) {} }
        line.add { [self] done in
            perform(work, of: role) { [self] in
                // The next piece comes from outside of the app's queues, as the first did.
                arrivals.async(done)
            }
        }
    }

    /// - Parameter done: called when the work and the save that it asked for have ended.
    private func perform(
        _ work: @escaping @Sendable (StackContext) -> Void, of role: Role,
        _ done: @escaping @Sendable () -> Void
    ) {
        let run: @Sendable (NSManagedObjectContext) -> Void = { [self] context in
            requireQueue(of: context, in: role)
            let target = show(context, base: role == .ui ? nil : role.word, isUsed: true)
            work(target)
            book.leave(context, hasUnsaved: context.hasChanges)
            turns.workDidEnd(in: target.name, then: done)
        }
        switch role {
        case .ui: app.performForUser(run)
        case .sync: app.performSync(run)
        case .importer, .app, .display, .observers: app.performImport(run)
        }
    }

    /// Traps, with concurrency debugging, where work is run off its context's queue: the core's own
    /// trap would name the contexts, and not the method.
    private func requireQueue(of context: NSManagedObjectContext, in role: Role) {
        guard ConcurrencyDebugging.isEnabled, !context.isOnQueue else { return }
        // A precondition has no words in an optimised build, which an app's package is.
        fatalError(
            "\(ConcurrencyDebugging.trapWords) \(type).\(role.method) ran its work on “"
                + (execution.currentQueue?.label ?? "a thread outside any context's queue")
                + "”, and not on the queue of its context “\(context.name ?? "unnamed")”: run it "
                + "inside perform or performAndWait of that context")
    }

    func save(from origin: StackContext, ended: @escaping @Sendable (SaveRouteEnd) -> Void) {
        let (name, context) = (origin.name, Held(origin.context))
        // The name is kept until the app has answered.
        _ = show(origin.context, base: nil, isUsed: true)
        openSaves.withLock { $0[name, default: 0] += 1 }
        turns.saveWillBegin(in: name)
        let answer = SingleAnswer(
            "\(type).save(_:believed:) called “believed” twice for one save: call it once, when "
                + "the app takes the edits for saved or knows that they are not")
        app.save(origin.context) { [self] error in
            answer.come()
            openSaves.withLock { $0[name]! -= 1 }
            let finish: @Sendable () -> Void = { [self] in
                ended(error.map { .failed($0) } ?? .saved)
                book.leave(context.value, hasUnsaved: context.value.hasChanges)
                turns.saveDidEnd(in: name)
            }
            if context.value.isOnQueue { finish() } else { context.value.perform(finish) }
        }
    }

    func mergeInserted(_ ids: [NSManagedObjectID], from context: String) {
        guard let context = book.context(named: context) else { return }
        app.didInsertInBatch(ids, from: context)
    }

    // A stack as code fetches its list again by itself, if it does.
    func onRefetch(_ body: @escaping @Sendable (NSManagedObjectContext) -> Void) {}

    func noteInteraction() { app.userDidAct() }
}

/// A context on its way between queues.
private struct Held: @unchecked Sendable {
    // Messaged on its own queue, or by `perform`.
    let value: NSManagedObjectContext
    init(_ value: NSManagedObjectContext) { self.value = value }
}

extension Role {
    /// What a role does, as the name of a context that has none.
    var word: String { self == .importer ? "import" : rawValue }

    /// The requirement of `AppStack` that runs its work.
    fileprivate var method: String {
        switch self {
        case .ui: "performForUser(_:)"
        case .sync: "performSync(_:)"
        case .importer, .app, .display, .observers: "performImport(_:)"
        }
    }
}

// MARK: - Contexts in sight

extension AdaptedStack {
    /// Enters a context with all that stand above it, and reports those that are new.
    ///
    /// - Precondition: on the context's queue.
    func show(_ context: NSManagedObjectContext, base: String?, isUsed: Bool) -> StackContext {
        let entered = Self.enter(
            context, base: base, isLasting: false, isUsed: isUsed, in: book
        ) { [observer] in observer?.stackDidShow($0) }
        if entered.isNew {
            context.persistentStoreCoordinator.map(follow)
            observer?.stackDidShow(entered.context)
        }
        return entered.context
    }

    /// Observes the saves of a coordinator that comes into sight.
    ///
    /// Traps where it has another store than the lab's: its calls would not be seen.
    private func follow(_ coordinator: NSPersistentStoreCoordinator) {
        guard coordinator.saveObserver !== self else { return }
        do {
            try AdaptingError.check(coordinator, opened: store, by: "\(type)")
        } catch {
            fatalError("\(error)")
        }
        coordinator.saveObserver = self
    }

    /// - Parameter reporting: gets each new context above it, on that one's queue.
    private static func enter(
        _ context: NSManagedObjectContext, base: String?, isLasting: Bool, isUsed: Bool,
        in book: ContextBook, reporting: (StackContext) -> Void = { _ in }
    ) -> (context: StackContext, isNew: Bool) {
        let isMain = context.concurrencyType == .mainQueueConcurrencyType
        let parent = context.parent.map { parent in
            if let name = book.name(of: parent) { return name }
            let entered = parent.performAndWait {
                let base = parent.name ?? "parent of \(context.name ?? base ?? "main")"
                let entered = enter(
                    parent, base: base, isLasting: true, isUsed: false, in: book,
                    reporting: reporting)
                reporting(entered.context)
                return entered.context
            }
            return entered.name
        }
        let (name, isNew) = book.enter(
            context, base: context.name ?? base ?? (isMain ? "main" : "context"), under: parent,
            isLasting: isLasting, isUsed: isUsed)
        if context.name != name { context.name = name }
        return (StackContext(showing: context, name: name, parent: parent), isNew)
    }

    /// A context and all that stand above it, the highest first.
    static func chain(of context: NSManagedObjectContext, in book: ContextBook) -> [StackContext] {
        let above = context.parent.map { chain(of: $0, in: book) } ?? []
        guard let name = book.name(of: context) else { return above }
        return above + [StackContext(showing: context, name: name, parent: above.last?.name)]
    }

    func log(_ failure: StackFailure) { failureLog.withLock { $0.append(failure) } }

    /// Whether a save of the context was asked for whose answer the app still owes.
    func isAwaited(_ name: String) -> Bool { openSaves.withLock { $0[name, default: 0] > 0 } }
}

extension StackContext {
    init(showing context: NSManagedObjectContext, name: String, parent: String?) {
        let policy = (context.mergePolicy as? NSMergePolicy)?.mergeType
        self.init(
            layout: ContextLayout(
                name, context.concurrencyType == .mainQueueConcurrencyType ? .main : .private,
                on: parent.map { .context($0) } ?? .coordinator(1),
                mergePolicy: MergePolicyName.allCases.first { $0.type == policy } ?? .error),
            context: context)
    }
}

// MARK: - Saves

extension AdaptedStack: SaveObserver {
    func contextWillSave(_ context: NSManagedObjectContext) {
        // A save without changes moves no edit: what was edited here and has gone is elsewhere.
        guard context.hasChanges else { return }
        reportedSaves.withLock { _ = $0.insert(ObjectIdentifier(context)) }
        observer?.stackWillSave(show(context, base: nil, isUsed: false).name)
    }

    func contextDidSave(_ context: NSManagedObjectContext) {
        guard endsReported(context) else { return }
        observer?.stackDidSave(show(context, base: nil, isUsed: false).name)
    }

    func contextDidFailToSave(_ context: NSManagedObjectContext, error: any Error) {
        let name = show(context, base: nil, isUsed: false).name
        log(
            StackFailure(
                context: name, message: (error as NSError).localizedDescription,
                isSilent: !isAwaited(name), isConflict: StackFailure.isConflict(error)))
        if endsReported(context) { observer?.stackDidFailToSave(name, error: error) }
    }

    private func endsReported(_ context: NSManagedObjectContext) -> Bool {
        reportedSaves.withLock { $0.remove(ObjectIdentifier(context)) != nil }
    }
}

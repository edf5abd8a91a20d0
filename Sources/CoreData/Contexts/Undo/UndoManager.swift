import Foundation

/// Records how to undo what an app does, and undoes it in groups.
///
/// Foundation on Linux has no class of this name. It belongs to the queue of the code that uses it:
/// a context's to the context's queue.
open class UndoManager: NSObject {
    /// Its target keeps the manager, as a context does: it is held weakly.
    private struct Action {
        weak var target: AnyObject?
        let run: (AnyObject) -> Void
    }

    /// What one undo takes back, in the order in which it was done.
    private final class Group {
        var actions: [Action] = []
        var name = ""

        /// Whether nothing would happen: the targets are gone.
        var isOver: Bool { actions.allSatisfy { $0.target == nil } }
    }

    private final var undoStack: [Group] = []
    private final var redoStack: [Group] = []
    /// The groups that are open, the outermost first.
    private final var openGroups: [Group] = []
    /// Whether the outermost open group was opened by a registration, and not by the app.
    private final var isOpenByEvent = false
    /// How many calls have disabled registration and not enabled it again.
    final var disablings = 0
    /// The recorders of the contexts that use the manager.
    private final var recorders: [WeakRecorder] = []

    private struct WeakRecorder {
        weak var recorder: UndoRecorder?
    }

    /// Makes a manager that groups by events and keeps any number of groups.
    public override init() {
        super.init()
    }

    // MARK: Groups

    /// Whether the first registration of an event opens a group.
    ///
    /// A main-queue context closes it when the run loop turns or its block of `perform` ends. On a
    /// private queue no run loop turns: the group stays open until `undo()`, or until
    /// `endUndoGrouping()`. Set this to false there, and make groups by hand.
    open var groupsByEvent = true

    /// How many groups are kept; 0 for any number.
    open var levelsOfUndo = 0 {
        didSet { trim() }
    }

    /// How many groups are open, one within the other.
    open var groupingLevel: Int { openGroups.count }

    /// Opens a group, within the one that is open.
    ///
    /// Contexts that use the manager end their event first, so that the group begins with what
    /// follows.
    open func beginUndoGrouping() {
        endEvents()
        openGroup()
    }

    /// Closes the innermost group; the outermost becomes one step.
    ///
    /// Contexts that use the manager end their event first, so that the group has their changes.
    ///
    /// - Precondition: a group is open.
    open func endUndoGrouping() {
        endEvents()
        closeGroup()
    }

    private final func endEvents() {
        for entry in recorders { entry.recorder?.endEvent() }
    }

    final func add(_ recorder: UndoRecorder) {
        recorders.removeAll { $0.recorder == nil }
        recorders.append(WeakRecorder(recorder: recorder))
    }

    private final func openGroup() {
        openGroups.append(Group())
    }

    private final func closeGroup() {
        guard let group = openGroups.popLast() else {
            fatalError("endUndoGrouping() without a group: call beginUndoGrouping() first")
        }
        // The app may close the group of an event, too: one that it opens next is its own.
        if openGroups.isEmpty { isOpenByEvent = false }
        guard !group.actions.isEmpty else { return }
        if let outer = openGroups.last {
            outer.actions += group.actions
        } else if isUndoing {
            redoStack.append(group)
        } else {
            undoStack.append(group)
            trim()
        }
    }

    /// Whether the group of an event is open that has not ended.
    final var awaitsEndOfEvent: Bool { isOpenByEvent && openGroups.count == 1 }

    /// Closes the group that a registration opened, at the end of its event.
    final func endEvent() {
        if awaitsEndOfEvent { closeGroup() }
    }

    private final func trim() {
        guard levelsOfUndo > 0 else { return }
        undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
        redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
    }

    // MARK: Registration

    /// Whether registrations are kept.
    open var isUndoRegistrationEnabled: Bool { disablings == 0 }

    /// Ignores registrations until an `enableUndoRegistration()` for each call.
    open func disableUndoRegistration() {
        disablings += 1
    }

    /// Ends one `disableUndoRegistration()`.
    ///
    /// - Precondition: registration is disabled.
    open func enableUndoRegistration() {
        guard disablings > 0 else {
            fatalError("enableUndoRegistration() without a disableUndoRegistration() before it")
        }
        disablings -= 1
    }

    /// Records how to undo what the caller does; while undoing, how to redo it.
    ///
    /// The target is not kept: what concerns one that is gone is no step any more.
    ///
    /// - Precondition: a group is open, or `groupsByEvent` is true.
    public final func registerUndo<Target: AnyObject>(
        withTarget target: Target, handler: @escaping (Target) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        if openGroups.isEmpty {
            guard groupsByEvent else {
                fatalError(
                    """
                    registerUndo(withTarget:handler:) needs an open group: call \
                    beginUndoGrouping() first, or set groupsByEvent
                    """)
            }
            isOpenByEvent = true
            openGroup()
        }
        if !isUndoing, !isRedoing { redoStack.removeAll() }
        openGroups.last?.actions.append(
            Action(target: target) { handler(unsafeDowncast($0, to: Target.self)) })
    }

    /// Forgets all steps, and keeps registrations again.
    open func removeAllActions() {
        disablings = 0
        undoStack.removeAll()
        redoStack.removeAll()
        for group in openGroups { group.actions.removeAll() }
    }

    /// Forgets the parts of all steps that concern one object.
    open func removeAllActions(withTarget target: Any) {
        for group in undoStack + redoStack + openGroups {
            group.actions.removeAll { $0.target === target as AnyObject }
        }
        undoStack.removeAll { $0.actions.isEmpty }
        redoStack.removeAll { $0.actions.isEmpty }
    }

    // MARK: Undoing

    /// Whether the manager is taking a step back.
    open private(set) var isUndoing = false
    /// Whether the manager is taking a step forward again.
    open private(set) var isRedoing = false

    /// Whether there is a step to take back; changes become one at the end of their event.
    open var canUndo: Bool { (undoStack + openGroups).contains { !$0.isOver } }
    /// Whether there is a step to take again.
    ///
    /// Contexts that use the manager end their event first: a change leaves nothing to take again.
    open var canRedo: Bool {
        endEvents()
        return redoStack.contains { !$0.isOver }
    }

    /// Closes the open group, and takes the last step back.
    ///
    /// Contexts that use the manager end their event first, so that it is the last step.
    ///
    /// - Precondition: no group is open within another one.
    open func undo() {
        endEvents()
        guard openGroups.count <= 1 else {
            fatalError("undo() with \(openGroups.count) open groups: call endUndoGrouping() first")
        }
        isOpenByEvent = false
        if !openGroups.isEmpty { closeGroup() }
        undoNestedGroup()
    }

    /// Takes the last closed group back.
    open func undoNestedGroup() {
        undoStack.removeAll(where: \.isOver)
        guard let group = undoStack.popLast() else { return }
        isUndoing = true
        perform(group)
        isUndoing = false
    }

    /// Takes the step again that was taken back last, unless something was changed since.
    open func redo() {
        endEvents()
        redoStack.removeAll(where: \.isOver)
        guard let group = redoStack.popLast() else { return }
        isRedoing = true
        perform(group)
        isRedoing = false
    }

    private final func perform(_ group: Group) {
        openGroup()
        for action in group.actions.reversed() {
            if let target = action.target { action.run(target) }
        }
        openGroups.last?.name = group.name
        closeGroup()
    }

    // MARK: Names

    /// The name of the step that an undo takes back; empty without one.
    open var undoActionName: String { lastStep?.name ?? "" }
    /// The name of the step that a redo takes again; empty without one.
    open var redoActionName: String { redoStack.last { !$0.isOver }?.name ?? "" }

    private final var lastStep: Group? { openGroups.first ?? undoStack.last { !$0.isOver } }

    /// Names the open group, or the last one.
    open func setActionName(_ actionName: String) {
        lastStep?.name = actionName
    }
}

import Execution
import Foundation

/// A workspace of objects on its own queue, fetched from and saved to a coordinator or a parent.
///
/// Everything but `perform`, `performAndWait` and the properties set before first use happens on
/// the context's queue.
// @unchecked: a reference may go to any queue; the state belongs to the context's queue, which
// concurrency debugging checks.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    /// The kind of queue: private to the context, or the main one.
    public struct ConcurrencyType: Hashable, Sendable {
        let usesMainQueue: Bool

        /// A private queue of the context.
        public static let privateQueue = ConcurrencyType(usesMainQueue: false)
        /// The main queue.
        public static let mainQueue = ConcurrencyType(usesMainQueue: true)
    }

    /// When `perform(schedule:_:)` may run its block.
    public enum ScheduledTaskType: Sendable {
        /// At once, if the caller is on the queue already.
        case immediate
        /// After all blocks that were enqueued before.
        case enqueued
    }

    final let execution: any Execution
    final let queue: any ExecutionQueue
    // Unchecked: only the context's queue accesses these, and the dynamic check would cost each
    // access.
    final let registry = ObjectRegistry()
    @exclusivity(unchecked) final var source: (any ObjectSource)? {
        didSet {
            forgetModel()
            registry.origin = source?.rootCoordinator?.anchor
        }
    }
    /// The source's model, once it was asked for; see `withModel(_:)`.
    @exclusivity(unchecked) private final var knownModel: ModelLayout?
    @exclusivity(unchecked) final var allocators: ContiguousArray<RowAllocator?> = []
    /// What the objects of each entity have in common, by the entity's number.
    @exclusivity(unchecked) final var homes: ContiguousArray<ObjectHome?> = []
    final let pending = PendingChanges()
    @exclusivity(unchecked) final var event = EventChanges()
    /// Counts events; see `changedValuesForCurrentEvent()`.
    @exclusivity(unchecked) final var eventNumber = 1
    /// The number of the event that is being announced; 0 for none.
    final var announcedEvent = 0
    /// Whether that event is announced within the announcement of another.
    @exclusivity(unchecked) final var isNestedEvent = false
    /// Whether a save has begun that is not committed yet: another one is refused.
    final var isSaving = false
    final let children = WeakContexts()
    /// At the top of a tree: the keys that have replaced others in it.
    final let aliases = AliasTable()
    /// In a nested context: the replaced keys that it has not taken over yet.
    final let inbox = AliasInbox()
    /// The number of the last batch of keys that was taken over, or published at the top.
    final var knownBatch = 0
    /// Whether rows, members or the registry may refer to an object by a temporary key.
    @exclusivity(unchecked) final var mayHoldTemporaryKeys = false
    /// At the top: the newest batches, for IDs that an app recorded of objects no longer in memory.
    final var recentBatches: [AliasBatch] = []
    final var recentWeight = 0
    /// Whether a child has objects whose saved values are outdated under their unsaved ones.
    final var hasOutdatedObjects = false
    /// The mutable sets of ordered to-manys that the app may change; see `settleOrderedSets()`.
    final var orderedSets: [MutableOrderedMembers] = []
    /// Whether an ordered to-many whose members were moved is a fault again.
    final var hasUnreadOrders = false
    /// Whether a merge has deleted an object since the last save.
    final var hasMergedDeletions = false
    /// Ends the events that code on the main queue begins without `perform`.
    @exclusivity(unchecked) final var turn: EventTurn
    /// The lists of coordinators and parents that contain this context.
    private final var memberships: [WeakContexts] = []
    final var followers = ContextFollowers()
    /// The observer for measurements; set it before the context is used, or on its queue.
    package final weak var observer: (any ContextObserver)?
    /// The state that the context is pinned to; see `setQueryGenerationFrom(_:)`.
    @exclusivity(unchecked) final var pinnedGeneration: NSQueryGenerationToken?
    /// What the last save has left in its stores.
    final var saveMarks = SaveMarks()
    /// Records changes for the undo manager; `nil` without one.
    final var undoRecorder: UndoRecorder?
    /// The rows that triggers wrote in the save that is being finished.
    final var derivedKeys: [ObjectKey] = []
    /// Whether the context posts a notification that its followers have already received.
    final var isAnnouncing = false
    /// Rows that fetches left to read in batches, and rows that they prefetched.
    final var readAhead = ReadAhead()
    /// Unchanged objects that the next save checks for conflicts; see `detectConflicts(for:)`.
    @exclusivity(unchecked) final var guardedObjects: [NSManagedObject] = []
    private final let type: NSManagedObjectContextConcurrencyType

    /// Makes a context on a private or the main queue; give it a coordinator or a parent before
    /// use.
    public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
        if ct != .mainQueueConcurrencyType && ct != .privateQueueConcurrencyType {
            Self.trapWithoutQueue()
        }
        execution = Executions.current
        type = ct
        queue =
            ct == .mainQueueConcurrencyType
            ? execution.mainQueue
            : execution.makeQueue(label: "a private context", cause: .waitForContext)
        turn = EventTurn(isNeeded: ct == .mainQueueConcurrencyType)
        super.init()
        registry.context = self
        Self.everyContext.add(self)
    }

    /// Every context of the process, to find those of a queue.
    private static let everyContext = WeakContexts()

    /// The contexts of the queue on which the caller runs.
    static var ofCurrentQueue: [NSManagedObjectContext] {
        everyContext.alive.filter { $0.execution.currentQueue === $0.queue }
    }

    /// Makes a context on a private or the main queue; give it a coordinator or a parent before
    /// use.
    public convenience init(_ type: ConcurrencyType) {
        self.init(
            concurrencyType: type.usesMainQueue
                ? .mainQueueConcurrencyType : .privateQueueConcurrencyType)
    }

    /// Traps: a context needs a queue.
    @available(*, deprecated, message: "Use init(concurrencyType:) with a private or main queue")
    public override convenience init() {
        Self.trapWithoutQueue()
    }

    private static func trapWithoutQueue() -> Never {
        fatalError(
            """
            A context without a queue (the confinement type) is not supported: use \
            init(concurrencyType: .privateQueueConcurrencyType) or .mainQueueConcurrencyType.
            """)
    }

    deinit {
        for list in memberships { list.remove(self) }
        Self.everyContext.remove(self)
        if turn.isEnqueued { Self.awaitingTurn.remove(self) }
        // Break the registry's cycle with its objects, which may outlive the context.
        registry.retainsObjects = false
        registry.loseContext(storesForOrphans)
    }

    /// The stores that objects need for their IDs when they outlive the context.
    private final var storesForOrphans: [Int: StoreReference] {
        // Objects reach the registry through their homes.
        guard !homes.isEmpty, let source else { return [:] }
        let stores = source.rootCoordinator?.rowStores ?? []
        return stores.reduce(into: [:]) { $0[$1.number] = $1.reference }
    }

    private final func join(_ list: WeakContexts) {
        guard !memberships.contains(where: { $0 === list }) else { return }
        memberships.append(list)
        list.add(self)
    }

    // MARK: Where objects come from

    /// Calls a closure with the source's model, and counts no reference to it: the context keeps
    /// it, since a source never gets another one.
    @inline(__always)
    final func withModel<Result>(_ body: (ModelLayout) -> Result) -> Result {
        if knownModel == nil { knownModel = requiredSource().model }
        return Unmanaged.passUnretained(knownModel!)._withUnsafeGuaranteedRef(body)
    }

    /// Another source of the context, or of one above it, may have another model.
    private func forgetModel() {
        knownModel = nil
        for child in children.alive { child.forgetModel() }
    }

    /// The coordinator at the root: the context's own, or that of its ancestors.
    ///
    /// - Precondition: it is set once, before the context is used, to a coordinator of the same
    ///   execution; the context has no parent.
    public final var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { source?.rootCoordinator }
        set {
            guard let newValue else {
                source = nil
                return
            }
            Executions.requireSame(
                execution, newValue.execution, "attaching a context to a coordinator")
            precondition(
                parent == nil,
                "Context already has a parent: a context has a parent or a coordinator, not both")
            source = CoordinatorSource(newValue, of: self)
            join(newValue.contexts)
        }
    }

    /// The context that receives this one's fetches and saves, instead of a coordinator.
    ///
    /// - Precondition: it is set once, before the context is used, to a context of the same
    ///   execution; the context has no coordinator of its own.
    public final var parent: NSManagedObjectContext? {
        get { (source as? ParentSource)?.parent }
        set {
            guard let newValue else {
                source = nil
                return
            }
            Executions.requireSame(execution, newValue.execution, "attaching a child context")
            precondition(
                !(source is CoordinatorSource),
                "Context already has a coordinator: it has a parent or a coordinator, not both"
            )
            source = ParentSource(newValue, of: self)
            join(newValue.children)
        }
    }

    /// The kind of queue that the context has.
    public final var concurrencyType: NSManagedObjectContextConcurrencyType { type }

    /// A name for logs, waits and figures.
    open var name: String? {
        get { ownName }
        set {
            ownName = newValue
            if type == .privateQueueConcurrencyType, let newValue { queue.label = newValue }
        }
    }

    /// Stored apart from the setter: an initializer in another module's extension would write an
    /// observed stored property without calling its observer.
    private final var ownName: String?

    /// The app's own data for this context.
    public final let userInfo = NSMutableDictionary()

    /// The manager of the context's undo steps; `nil` by default, when changes are not recorded.
    ///
    /// Each event with changes registers one step when it ends: at `processPendingChanges()`, a
    /// fetch, a save, the manager's `undo()` or `redo()`, or the end of the block of `perform`.
    /// Setting the property ends the event.
    /// A save keeps the steps, `rollback()` and `reset()` forget them. A child has a manager of its
    /// own.
    ///
    /// - Precondition: on the context's queue.
    open var undoManager: UndoManager? {
        get { undoRecorder?.manager }
        set { takeUndoManager(newValue) }
    }

    // MARK: Policies

    /// How a save settles conflicts: one of the `NSMergePolicy` objects or globals.
    ///
    /// The default lets the save fail. The policy plays no part between a child and its parent.
    open var mergePolicy: Any = NSMergePolicy.error

    /// Whether the context merges saves of its parent and its siblings by itself.
    ///
    /// Siblings are the other contexts on the same coordinator.
    open var automaticallyMergesChangesFromParent = false

    /// Whether firing a fault whose row is gone marks it as deleted, with properties that are nil.
    ///
    /// If this is not set, firing such a fault traps.
    open var shouldDeleteInaccessibleFaults = true

    /// Whether delete rules are applied at the end of the event, rather than at once.
    open var propagatesDeletesAtEndOfEvent = true

    /// Whether the context retains all its objects, not only those with unsaved changes.
    public final var retainsRegisteredObjects: Bool {
        get { registry.retainsObjects }
        set { registry.retainsObjects = newValue }
    }

    /// The highest age, in seconds, of a cached row that may fulfil a fault.
    ///
    /// Any age will do if it is negative, the default; 0 reads the store each time.
    ///
    /// Objects in use keep their values: refresh them. A child's faults are fulfilled by its
    /// parent, whose interval counts.
    @exclusivity(unchecked) public final var stalenessInterval: TimeInterval = -1

    /// The author of the changes in the history of the stores that track it.
    open var transactionAuthor: String?

    // MARK: What subclasses may override
    //
    // Swift overrides no method of an extension, so these stand here and call their bodies there.

    /// All live objects of the context.
    open var registeredObjects: Set<NSManagedObject> {
        checkQueue("registeredObjects")
        return Set(registry.all)
    }

    /// Whether a save would write anything.
    open var hasChanges: Bool {
        checkQueue("hasChanges")
        settleOrderedSets()
        return !pending.isEmpty
    }

    /// The objects that the next save inserts.
    open var insertedObjects: Set<NSManagedObject> {
        checkQueue("insertedObjects")
        return Set(pending.insertedNow)
    }

    /// The objects that the next save updates.
    open var updatedObjects: Set<NSManagedObject> {
        checkQueue("updatedObjects")
        settleOrderedSets()
        return Set(pending.updatedNow)
    }

    /// The objects that the next save deletes, and those that merges have deleted since the last
    /// save.
    open var deletedObjects: Set<NSManagedObject> {
        checkQueue("deletedObjects")
        let deleted = Set(pending.deletedNow)
        guard hasMergedDeletions else { return deleted }
        return deleted.union(registry.all.filter { $0.state.contains(.deletedByMerge) })
    }

    /// Enqueues a block on the context's queue.
    ///
    /// The block is one event: its changes are processed and announced when it ends.
    open func perform(_ block: @escaping () -> Void) {
        enqueue(block)
    }

    /// Runs a block on the context's queue and returns when it is done.
    ///
    /// Runs it immediately if the caller is on that queue already. The block is not an event of its
    /// own: a main-queue context's event ends when the run loop turns.
    open func performAndWait(_ block: () -> Void) {
        runAndWait(block)
    }

    /// The object of an ID if it is registered; never reads from the store.
    open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
        findRegistered(objectID)
    }

    /// The object of an ID; a new fault if it is not registered.
    ///
    /// Never reads from the store, and never returns nil: a fault for an ID without an object is
    /// deleted when it fires, or traps without `shouldDeleteInaccessibleFaults`. This traps for an
    /// ID of another coordinator whose store is not open here.
    @discardableResult
    open func object(with objectID: NSManagedObjectID) -> NSManagedObject {
        findObject(objectID)
    }

    /// The object of an ID, with its values loaded.
    ///
    /// - Throws: `NSManagedObjectReferentialIntegrityError` if no such object exists, and errors of
    ///   reading the store.
    @discardableResult
    open func existingObject(
        with objectID: NSManagedObjectID
    ) throws -> NSManagedObject {
        try readObject(objectID)
    }

    /// Inserts an object that was made without a context; it keeps the values that the app has set.
    open func insert(_ object: NSManagedObject) {
        takeIn(object)
    }

    /// Marks an object for deletion by the next save; its delete rules apply when the event ends.
    ///
    /// An object that was never saved just vanishes. A repeated call prepares the object once more.
    open func delete(_ object: NSManagedObject) {
        markDeleted(object)
    }

    /// Ends the event: applies delete rules, and posts the changes since the last event.
    open func processPendingChanges() {
        endEvent()
    }

    /// Turns an object into a fault; merging, reads its newest values under its unsaved ones.
    ///
    /// A refresh without merging takes all values and relationships from an object that is still to
    /// be inserted; it has those of a new one when it is used again.
    ///
    /// - Precondition: on the context's queue.
    open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
        refreshObject(object, mergeChanges: flag)
    }

    /// Calls `refresh(_:mergeChanges: true)` for every registered object.
    open func refreshAllObjects() {
        refreshObjects()
    }

    /// Takes the last undo step back; does nothing without an undo manager.
    ///
    /// Ends the event first. Writes past the accessors of subclasses, and calls their
    /// `awake(fromSnapshotEvents:)`. An object whose deletion was saved is inserted again, under a
    /// new ID; what another context has changed since is written over.
    open func undo() {
        undoLastStep()
    }

    /// Takes the step again that was undone last; does nothing without an undo manager.
    open func redo() {
        redoLastStep()
    }

    /// Forgets every object and every unsaved change.
    ///
    /// Objects to which the app still refers are of no further use. Posts objects-did-change with
    /// `NSInvalidatedAllObjectsKey`, an array of IDs.
    open func reset() {
        forgetEverything()
    }

    /// Gives up every unsaved change: inserted objects vanish, others get their saved values back.
    open func rollback() {
        giveUpChanges()
    }

    /// Merges the changes of another context's save, from its did-save notification.
    ///
    /// Inserted objects become faults here. Updated ones that are registered and loaded are read
    /// again and keep their unsaved values. Deleted ones are deleted here, too. Objects that are
    /// not registered are not touched. A nested context reads nothing in a merge, since its parent
    /// may be waiting for it: updated objects become faults, or are read again when a value is
    /// needed.
    ///
    /// What an app has taken out of the notification's sets is not merged, nor what is in no store
    /// of this context's coordinator.
    ///
    /// - Precondition: on this context's queue; the notification may come from any.
    open func mergeChanges(fromContextDidSave notification: Notification) {
        mergeSave(notification)
    }

    /// Assigns permanent IDs before a save; the objects stay inserted.
    ///
    /// In a nested context it is the ID of the row that the root saves or has saved.
    ///
    /// - Precondition: on the context's queue; the objects are this context's.
    /// - Throws: errors of the store that reserves the keys.
    open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
        try nameForGood(objects)
    }

    /// Chooses the store that a new object will be saved to.
    ///
    /// Without this call the first store that can hold the entity takes the object.
    ///
    /// - Precondition: on the context's queue; the object was inserted here and has no permanent ID
    ///   yet, and the store is one of the coordinator's and holds the entity.
    open func assign(_ object: Any, to store: NSPersistentStore) {
        place(object, in: store)
    }

    /// Makes the next save check an object for conflicts although it does not change it.
    ///
    /// If another context has changed or deleted the object, the save has a conflict. Changed and
    /// deleted objects are checked in any case. In a child context the call has no effect: no
    /// conflict arises between a child and its parent.
    ///
    /// - Precondition: on the context's queue; the object is this context's.
    open func detectConflicts(for object: NSManagedObject) {
        guardAgainstConflicts(object)
    }

    /// Takes the unsaved changes one level up: into the parent, or to the stores.
    ///
    /// With changes, the save posts will-save, validates, calls `willSave()` on the changed
    /// objects, hands the changes on, calls `didSave()` and posts did-save. A save that fails
    /// changes nothing: the edits are still pending. Without changes, it posts did-save with empty
    /// sets, and writes changed metadata. A context on a coordinator has committed when this
    /// returns; whether the commit survives a power loss depends on `synchronous`.
    ///
    /// - Precondition: on the context's queue.
    /// - Throws: validation errors (1550–1680), `NSManagedObjectMergeError` if the merge policy
    ///   does not settle a conflict, the store's errors, and 132001 for a save within a save of
    ///   this context that has not committed yet.
    open func save() throws {
        try saveUpwards()
    }

    /// Executes an asynchronous fetch request, or a batch request.
    ///
    /// An asynchronous fetch has only begun when this returns. A batch request is done: it has
    /// changed the store without this context, and posts nothing. Merge its changes with
    /// `mergeChanges(fromRemoteContextSave:into:)`, or fetch again.
    ///
    /// - Precondition: on the context's queue.
    /// - Throws: 134091 for a request of another kind, and for a batch request on a store that is
    ///   not SQLite's; errors of the store.
    @discardableResult
    open func execute(
        _ request: NSPersistentStoreRequest
    ) throws -> NSPersistentStoreResult {
        try run(request)
    }
}

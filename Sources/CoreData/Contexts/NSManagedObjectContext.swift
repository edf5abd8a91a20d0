import Execution
import Foundation

/// A workspace of objects on its own queue, fetched from and saved to a coordinator or a parent.
///
/// Everything but `perform`, `performAndWait` and the properties set before first use happens on
/// the context's queue.
open class NSManagedObjectContext: NSObject {
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
    @exclusivity(unchecked) final var registry: ObjectRegistry!
    @exclusivity(unchecked) final var source: (any ObjectSource)? {
        didSet { knownModel = nil }
    }
    @exclusivity(unchecked) final var knownModel: ModelLayout?
    @exclusivity(unchecked) final var allocators: ContiguousArray<RowAllocator?> = []
    final let pending = PendingChanges()
    @exclusivity(unchecked) final var event = EventChanges()
    /// Counts events; see `changedValuesForCurrentEvent()`.
    @exclusivity(unchecked) final var eventNumber = 1
    /// The number of the event that is being announced; 0 for none.
    final var announcedEvent = 0
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
    /// Whether a merge has deleted an object since the last save.
    final var hasMergedDeletions = false
    /// Ends the events that code on the main queue begins without `perform`.
    @exclusivity(unchecked) final var turn: EventTurn
    /// The lists of coordinators and parents that contain this context.
    private final var memberships: [WeakContexts] = []
    final var followers = ContextFollowers()
    /// The observer for measurements; set it before the context is used, or on its queue.
    package final weak var observer: (any ContextObserver)?
    /// What the last save has left in its stores.
    final var saveMarks = SaveMarks()
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
        execution = Executions.current
        type = ct
        queue =
            ct == .mainQueueConcurrencyType
            ? execution.mainQueue
            : execution.makeQueue(label: "a private context", cause: .waitForContext)
        turn = EventTurn(isNeeded: ct == .mainQueueConcurrencyType)
        super.init()
        registry = ObjectRegistry(context: self)
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
        guard !isKnownUniquelyReferenced(&registry), let source else { return [:] }
        let stores = source.rootCoordinator?.rowStores ?? []
        return stores.reduce(into: [:]) { $0[$1.number] = $1.reference }
    }

    private final func join(_ list: WeakContexts) {
        guard !memberships.contains(where: { $0 === list }) else { return }
        memberships.append(list)
        list.add(self)
    }

    // MARK: Where objects come from

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
    public final var name: String? {
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

    // MARK: Policies

    /// How a save settles conflicts: one of the `NSMergePolicy` objects or globals.
    ///
    /// The default lets the save fail. The policy plays no part between a child and its parent.
    public final var mergePolicy: Any = NSMergePolicy.error

    /// Whether the context merges saves of its parent and its siblings by itself.
    ///
    /// Siblings are the other contexts on the same coordinator.
    public final var automaticallyMergesChangesFromParent = false

    /// Whether firing a fault whose row is gone marks it as deleted, with properties that are nil.
    ///
    /// If this is not set, firing such a fault traps.
    public final var shouldDeleteInaccessibleFaults = true

    /// Whether delete rules are applied at the end of the event, rather than at once.
    public final var propagatesDeletesAtEndOfEvent = true

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
    public final var transactionAuthor: String?
}

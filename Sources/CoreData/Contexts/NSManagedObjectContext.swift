import Execution
import Foundation

/// A space of objects on a queue of its own: fetched from a coordinator or a parent context,
/// changed, and saved one level up.
///
/// Everything but `perform`, `performAndWait` and the properties set before first use happens on
/// the context's queue.
open class NSManagedObjectContext: NSObject {
    /// The kind of queue: private to the context, or the main one.
    public struct ConcurrencyType: Hashable, Sendable {
        let usesMainQueue: Bool

        /// A queue of its own.
        public static let privateQueue = ConcurrencyType(usesMainQueue: false)
        /// The main queue.
        public static let mainQueue = ConcurrencyType(usesMainQueue: true)
    }

    /// When `perform(schedule:_:)` may begin.
    public enum ScheduledTaskType: Sendable {
        /// At once, on the spot, when the caller is on the queue already.
        case immediate
        /// After everything that was enqueued before.
        case enqueued
    }

    final let execution: any Execution
    final let queue: any ExecutionQueue
    @exclusivity(unchecked) final var registry: ObjectRegistry!
    @exclusivity(unchecked) final var source: (any ObjectSource)? {
        didSet { knownModel = nil }
    }
    @exclusivity(unchecked) final var knownModel: ModelLayout?
    @exclusivity(unchecked) final var allocators: ContiguousArray<RowAllocator?> = []
    @exclusivity(unchecked) final var pending = PendingChanges()
    @exclusivity(unchecked) final var event = EventChanges()
    /// Counts events; see `changedValuesForCurrentEvent()`.
    @exclusivity(unchecked) final var eventNumber = 1
    /// The event whose changes are being announced; 0 for none.
    final var announcedEvent = 0
    final let children = WeakContexts()
    /// At the top of a tree: the keys that have replaced others in it.
    final let aliases = AliasTable()
    /// In a nested context: the replaced keys that it has not taken over yet.
    final let inbox = AliasInbox()
    /// The last batch of keys that was taken over, or made at the top.
    final var knownBatch = 0
    /// Whether something here may refer to an object by a temporary key.
    @exclusivity(unchecked) final var mayHoldTemporaryKeys = false
    /// At the top: the newest batches, for IDs that an app has noted of objects that are gone.
    final var recentBatches: [AliasBatch] = []
    final var recentWeight = 0
    /// Whether a child has objects whose values are to be read again under their unsaved ones.
    final var hasOutdatedObjects = false
    /// Whether an object was deleted by a merge since the last save.
    final var hasMergedDeletions = false
    /// When the event ends that code of the main queue makes without `perform`.
    @exclusivity(unchecked) final var turn: EventTurn
    /// The lists of others that this context stands in.
    private final var memberships: [WeakContexts] = []
    final var followers = ContextFollowers()
    /// Who measures. Set while nobody uses the context, or on its queue.
    package final weak var observer: (any ContextObserver)?
    /// Whether a notification is being posted that followers were told of.
    final var isAnnouncing = false
    /// What fetches have left to read, and have read ahead.
    final var readAhead = ReadAhead()
    /// Unchanged objects whose conflicts the next save looks for; see `detectConflicts(for:)`.
    @exclusivity(unchecked) final var guardedObjects: [NSManagedObject] = []
    private final let type: NSManagedObjectContextConcurrencyType

    /// Makes a context on a queue of a kind. Give it a coordinator or a parent before it is used.
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

    /// Every context of the process, to find the one of a queue.
    private static let everyContext = WeakContexts()

    /// The contexts of the queue whose block the caller runs in.
    static var ofCurrentQueue: [NSManagedObjectContext] {
        everyContext.alive.filter { $0.execution.currentQueue === $0.queue }
    }

    /// Makes a context on a queue of a kind. Give it a coordinator or a parent before it is used.
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
            A context without a queue (the confinement type) is no longer made: use \
            init(concurrencyType: .privateQueueConcurrencyType) or .mainQueueConcurrencyType.
            """)
    }

    deinit {
        for list in memberships { list.remove(self) }
        Self.everyContext.remove(self)
        if turn.isEnqueued { Self.awaitingTurn.remove(self) }
        registry.retainsObjects = false
        registry.loseContext(storesForOrphans)
    }

    /// What objects that outlive the context need for their IDs.
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

    /// The context that fetches and saves go to, instead of a coordinator.
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

    /// The kind of queue that the context was made with.
    public final var concurrencyType: NSManagedObjectContextConcurrencyType { type }

    /// A name for logs, waits and figures.
    public final var name: String? {
        get { ownName }
        set {
            ownName = newValue
            if type == .privateQueueConcurrencyType, let newValue { queue.label = newValue }
        }
    }

    /// Apart from the setter: an initializer that another module's extension adds would write an
    /// observed stored property past its observer.
    private final var ownName: String?

    /// What a client wants to keep with the context.
    public final let userInfo = NSMutableDictionary()

    // MARK: Policies

    /// How conflicts are settled when the context saves: one of the `NSMergePolicy` objects or
    /// globals. The default lets the save fail. It plays no part between a child and its parent.
    public final var mergePolicy: Any = NSMergePolicy.error

    /// Whether other contexts' saves are merged as they happen: those of siblings on one
    /// coordinator, and those of the parent.
    public final var automaticallyMergesChangesFromParent = false

    /// Whether a fault whose row is gone is marked as deleted when it is fired, its properties nil.
    /// Where it is not set, firing it traps.
    public final var shouldDeleteInaccessibleFaults = true

    /// Whether delete rules are applied at the end of the event, rather than at once.
    public final var propagatesDeletesAtEndOfEvent = true

    /// Whether the context holds every object that it knows, not only those with unsaved changes.
    public final var retainsRegisteredObjects: Bool {
        get { registry.retainsObjects }
        set { registry.retainsObjects = newValue }
    }

    /// How old, in seconds, a row of the row cache may be that a fault is fulfilled from. Negative,
    /// the default, for any age; 0 reads the store each time.
    ///
    /// Objects in use keep their values: refresh them. A child's faults are fulfilled by its
    /// parent, whose interval counts.
    @exclusivity(unchecked) public final var stalenessInterval: TimeInterval = -1

    /// Who makes the changes: for the client's use, and the store's history where it keeps one.
    public final var transactionAuthor: String?
}

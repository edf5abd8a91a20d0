import Foundation

/// A store of a coordinator: where its objects lie when no context holds them.
open class NSPersistentStore: NSObject {
    /// The kinds of stores.
    public struct StoreType: Hashable, Sendable, RawRepresentable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
    }

    /// What the store's object IDs refer to; made when the coordinator takes the store.
    final var reference: StoreReference?

    /// The store's place in its coordinator, in every key of its objects.
    final var number = 0

    public init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
        configurationName name: String?, at url: URL, options: [AnyHashable: Any]? = nil
    ) {
        persistentStoreCoordinator = root
        configurationName = name ?? "PF_DEFAULT_CONFIGURATION_NAME"
        self.url = url
        self.options = options
    }

    public final private(set) weak var persistentStoreCoordinator: NSPersistentStoreCoordinator?
    public final let configurationName: String
    public final let options: [AnyHashable: Any]?
    public final var url: URL?

    /// The UUID that the store got when it was made.
    public final var identifier: String!
    open var type: String { "" }

    /// The store's property list: its type, UUID and the hashes of its model's entities.
    public final var metadata: [String: Any]!

    /// Whether saves to the store fail.
    public final var isReadOnly: Bool {
        (options?[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue
            ?? (options?[NSReadOnlyPersistentStoreOption] as? Bool) ?? false
    }

    open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}
    open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

    // MARK: What the coordinator asks of a store

    func fetchRows(_ plan: FetchPlan) throws -> FetchedRows { abstract() }
    func countRows(_ plan: FetchPlan) throws -> Int { abstract() }
    func row(_ key: ObjectKey, layout: RowLayout) throws -> Row? { abstract() }

    func members(
        of key: ObjectKey, layout: RowLayout, relationship: RelationshipLayout
    ) throws -> [ObjectKey] { abstract() }
    func reserveKeys(for layouts: [RowLayout]) throws -> [ObjectKey] { abstract() }
    func save(_ changes: ChangeSet, of context: NSManagedObjectContext) throws { abstract() }

    // What a store can answer better than one by one.

    /// The keys of what a plan selects, in its order.
    func fetchKeys(_ plan: FetchPlan) throws -> [ObjectKey] {
        var keys: [ObjectKey] = []
        try fetchRows(plan).readAll { keys.append($0.key) }
        return keys
    }

    /// The dictionaries that a plan describes.
    ///
    /// - Throws: 134091 from a store that cannot make any.
    func fetchDictionaries(
        _ plan: FetchPlan, _ dictionaries: DictionaryPlan
    ) throws -> [NSDictionary] {
        throw CoreDataError.unsupported(
            "A fetch of dictionaries from a store of type \(type)",
            "fetch objects, or use a SQLite store")
    }

    /// The newest rows of objects of one hierarchy; those that are deleted are missing.
    func rows(_ keys: [ObjectKey], root: RowLayout) throws -> FetchedRows {
        var found = FetchedRows()
        for key in keys {
            guard let row = try row(key, layout: root) else { continue }
            found.append(row, in: row.slab)
            row.releaseSlab()
        }
        return found
    }

    /// The members of a to-many of several objects.
    func members(
        ofAll keys: [ObjectKey], relationship: RelationshipLayout
    ) throws -> MemberLists {
        MemberLists(
            lists: try keys.map { key in
                try members(
                    of: key, layout: relationship.description.entity.layout,
                    relationship: relationship)
            })
    }

    /// Forgets a cached row that is older than that: the next reader asks the store.
    func expireRow(_ key: ObjectKey, root: Int, after age: Duration) {}
    /// Forgets a cached row, whatever its age.
    func forgetRow(_ key: ObjectKey, root: Int) {}

    private func abstract() -> Never {
        fatalError("\(Swift.type(of: self)) cannot be used by itself; add a store of a known type")
    }
}

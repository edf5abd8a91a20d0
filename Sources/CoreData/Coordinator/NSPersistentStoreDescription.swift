import Foundation

/// The type, file and options with which a coordinator opens a store.
open class NSPersistentStoreDescription: NSObject, NSCopying {
    /// Makes a description of a SQLite store in memory, at `/dev/null`, until it gets another URL.
    public override init() {
        super.init()
    }

    /// Describes an SQLite store at a URL.
    public convenience init(url: URL) {
        self.init()
        self.url = url
    }

    /// The type of the store.
    public final var type = NSSQLiteStoreType
    /// The configuration whose entities the store holds; `nil` for all entities.
    public final var configuration: String?
    /// The URL of the store's file; `/dev/null` for a store without one.
    public final var url: URL? = URL(fileURLWithPath: "/dev/null")

    /// The options, as `addPersistentStore` takes them.
    public final private(set) var options: [String: NSObject] = [
        NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
        NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
    ]

    /// The store that was opened last with the description.
    final weak var store: NSPersistentStore?

    /// Sets an option of the store; `nil` removes it.
    public final func setOption(_ option: NSObject?, forKey key: String) {
        options[key] = option
    }

    /// Whether saves to the store fail.
    public final var isReadOnly: Bool {
        get { (options[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue ?? false }
        set { options[NSReadOnlyPersistentStoreOption] = NSNumber(value: newValue) }
    }

    /// How many seconds to wait for another process that holds the store.
    public final var timeout: TimeInterval {
        get { (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
        set { options[NSPersistentStoreTimeoutOption] = NSNumber(value: newValue) }
    }

    /// SQLite's pragmas for every connection.
    public final var sqlitePragmas: [String: NSObject] {
        options[NSSQLitePragmasOption] as? NSDictionary as? [String: NSObject] ?? [:]
    }

    /// Sets one of SQLite's pragmas for the store's connections; `nil` removes it.
    public final func setValue(_ value: NSObject?, forPragmaNamed name: String) {
        var pragmas = sqlitePragmas
        pragmas[name] = value
        options[NSSQLitePragmasOption] = NSDictionary(dictionary: pragmas)
    }

    /// Whether a store of an earlier version of the model is migrated when it is opened.
    public final var shouldMigrateStoreAutomatically: Bool {
        get { isSet(NSMigratePersistentStoresAutomaticallyOption) }
        set { options[NSMigratePersistentStoresAutomaticallyOption] = NSNumber(value: newValue) }
    }

    /// Whether the mapping of that migration is inferred; this framework has no other kind.
    public final var shouldInferMappingModelAutomatically: Bool {
        get { isSet(NSInferMappingModelAutomaticallyOption) }
        set { options[NSInferMappingModelAutomaticallyOption] = NSNumber(value: newValue) }
    }

    private func isSet(_ option: String) -> Bool {
        (options[option] as? NSNumber)?.boolValue ?? false
    }

    /// Whether the store is opened asynchronously, on the coordinator's queue.
    public final var shouldAddStoreAsynchronously = false

    /// A copy, which the app may change without changing this description.
    public final func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreDescription()
        copy.type = type
        copy.configuration = configuration
        copy.url = url
        copy.options = options
        copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
        return copy
    }
}

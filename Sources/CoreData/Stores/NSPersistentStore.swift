import Foundation

/// A store of a coordinator: where its objects lie when no context holds them.
open class NSPersistentStore: NSObject {
    /// The kinds of stores.
    public struct StoreType: Hashable, Sendable, RawRepresentable {
        /// The type as the store's metadata have it.
        public let rawValue: String

        /// Makes the type of a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An SQLite database.
        public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
        /// One binary file, read and written whole.
        public static let binary = StoreType(rawValue: NSBinaryStoreType)
        /// No file.
        public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
        /// One XML file, read and written whole; Apple has it on macOS only.
        public static let xml = StoreType(rawValue: NSXMLStoreType)
    }

    /// The name of the configuration with all entities.
    static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"

    /// What the store's object IDs refer to; made when the coordinator takes the store.
    final var reference: StoreReference?

    /// The store's place in its coordinator, in every key of its objects.
    final var number = 0

    private final let lock = SectionLock()
    /// Guarded by `lock`, as is what follows.
    private final var guardedMetadata: [String: Any]?
    private final var guardedURL: URL?
    /// Raised by each change of the metadata that no file has yet; 0 when there is none.
    private final var unsavedRevision = 0
    private final var lastRevision = 0

    /// Makes a store; a coordinator does, when a store is added to it.
    public init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
        configurationName name: String?, at url: URL, options: [AnyHashable: Any]? = nil
    ) {
        persistentStoreCoordinator = root
        configurationName = name ?? Self.defaultConfiguration
        guardedURL = url
        self.options = options
    }

    deinit {
        lock.destroy()
    }

    /// The coordinator; `nil` once it was let go.
    public final private(set) weak var persistentStoreCoordinator: NSPersistentStoreCoordinator?
    /// The configuration whose entities the store holds.
    public final let configurationName: String
    /// What the store was added with.
    public final let options: [AnyHashable: Any]?

    /// Where the store lies. The coordinator's `setURL(_:for:)` moves an open one.
    public final var url: URL? {
        get { lock.withLock { guardedURL } }
        set { lock.withLock { guardedURL = newValue } }
    }

    /// The UUID that the store got when it was made.
    public final var identifier: String!
    open var type: String { "" }

    /// The store's property list: its type, UUID and the hashes of its model's entities, and what
    /// the app has added. A change goes to the file with the next save to the store.
    public final var metadata: [String: Any]! {
        get { lock.withLock { guardedMetadata } }
        set {
            lock.withLock {
                guardedMetadata = newValue
                lastRevision += 1
                unsavedRevision = lastRevision
            }
        }
    }

    /// Whether saves to the store fail.
    public final var isReadOnly: Bool {
        Self.isTrue(options?[NSReadOnlyPersistentStoreOption])
    }

    open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}
    open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

    // MARK: Metadata

    /// Sets the metadata that were read from the file, or written to it.
    final func adoptMetadata(_ metadata: [String: Any]) {
        lock.withLock {
            guardedMetadata = metadata
            unsavedRevision = 0
        }
    }

    /// The metadata that the next save has to write; `nil` when the file has them.
    final var unsavedMetadata: (plist: [String: Any], revision: Int)? {
        lock.withLock { unsavedRevision == 0 ? nil : (guardedMetadata ?? [:], unsavedRevision) }
    }

    /// A save has committed the metadata of a revision; a later one still waits.
    final func didSaveMetadata(_ revision: Int) {
        lock.withLock { if unsavedRevision == revision { unsavedRevision = 0 } }
    }

    /// An option that is on or off, as a Swift Bool or as a number.
    static func isTrue(_ value: Any?) -> Bool {
        (value as? Bool) ?? (value as? NSNumber)?.boolValue ?? false
    }
}

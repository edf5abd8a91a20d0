import Foundation

/// A store of a coordinator, which keeps objects in a file or in memory.
open class NSPersistentStore: NSObject, Anchored {
    final let anchor = Anchor()

    /// The kinds of stores.
    public struct StoreType: Hashable, Sendable, RawRepresentable {
        /// The type, as the store's metadata record it.
        public let rawValue: String

        /// Makes a type from its name.
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

    /// The reference that the store's object IDs share; made when the coordinator takes the store.
    final var reference: StoreReference?

    /// The store's number in its coordinator, part of every key of its objects.
    final var number = 0

    private final let lock = SectionLock()
    /// Guarded by `lock`, as are the following four.
    private final var guardedMetadata: [String: Any]?
    private final var guardedURL: URL?
    private final var guardedIsReadOnly: Bool
    /// Raised by each change of the metadata that no file has yet; 0 if the file has them.
    private final var unsavedRevision = 0
    private final var lastRevision = 0

    /// Makes a store; a coordinator calls it when it adds a store.
    public init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
        configurationName name: String?, at url: URL, options: [AnyHashable: Any]? = nil
    ) {
        coordinator = root
        configurationName = name ?? NSManagedObjectModel.defaultConfiguration
        guardedURL = url
        guardedIsReadOnly = Self.isTrue(options?[NSReadOnlyPersistentStoreOption])
        self.options = options
        super.init()
        anchor.lead(to: self)
    }

    deinit {
        anchor.letGo()
        lock.destroy()
    }

    /// The coordinator; `nil` once it was released.
    public final var persistentStoreCoordinator: NSPersistentStoreCoordinator? { coordinator }
    @Weakly private final var coordinator: NSPersistentStoreCoordinator?
    /// The name of the configuration whose entities the store holds.
    public final let configurationName: String
    /// The options that the store was added with.
    public final let options: [AnyHashable: Any]?

    /// The URL of the store's file; the coordinator's `setURL(_:for:)` moves an open store.
    public final var url: URL? {
        get { lock.withLock { guardedURL } }
        set { lock.withLock { guardedURL = newValue } }
    }

    /// The UUID that the store got when it was created.
    public final var identifier: String!
    open var type: String { "" }

    /// The store's property list: its type, UUID, entity hashes, and the app's own entries.
    ///
    /// The next save to the store writes a change to the file.
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

    /// Whether saves to the store fail; set it between saves.
    ///
    /// At first as `NSReadOnlyPersistentStoreOption` says. A SQLite store that has history and was
    /// opened without `NSPersistentHistoryTrackingKey` is read-only, too; a file that was opened
    /// read-only stays so: saves to it fail with SQLite's error.
    open var isReadOnly: Bool {
        get { lock.withLock { guardedIsReadOnly } }
        set { lock.withLock { guardedIsReadOnly = newValue } }
    }

    open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}
    open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

    // MARK: Metadata

    /// Takes over the metadata that were read from the file or written to it.
    final func adoptMetadata(_ metadata: [String: Any]) {
        lock.withLock {
            guardedMetadata = metadata
            unsavedRevision = 0
        }
    }

    /// The metadata that the next save has to write; `nil` if the file has them.
    final var unsavedMetadata: (plist: [String: Any], revision: Int)? {
        lock.withLock { unsavedRevision == 0 ? nil : (guardedMetadata ?? [:], unsavedRevision) }
    }

    /// Called after a commit of the metadata of one revision; a later revision still waits.
    final func didSaveMetadata(_ revision: Int) {
        lock.withLock { if unsavedRevision == revision { unsavedRevision = 0 } }
    }

    /// Reads a Boolean option, given as a Swift Bool or as a number.
    static func isTrue(_ value: Any?) -> Bool {
        (value as? Bool) ?? (value as? NSNumber)?.boolValue ?? false
    }
}

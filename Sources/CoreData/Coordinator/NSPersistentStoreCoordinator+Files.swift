import Foundation

// Work on the files of stores that no coordinator has open.
extension NSPersistentStoreCoordinator {
    /// The metadata of the store in a file; the file does not change.
    ///
    /// - Throws: Cocoa's 260 if there is no file, 134080 if it is not a store, 134000 for an
    ///   unknown type, and errors of reading the file.
    public final class func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try file(storeType, at: url, options: options).metadata()
    }

    /// The metadata of the store in a file; the file does not change.
    public final class func metadataForPersistentStore(
        type storeType: NSPersistentStore.StoreType, at storeURL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try metadataForPersistentStore(ofType: storeType.rawValue, at: storeURL, options: options)
    }

    /// Replaces the metadata of the store in a file, except for its type, UUID and model hashes.
    ///
    /// - Throws: as `metadataForPersistentStore(ofType:at:options:)`, and errors of writing.
    public final class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        let file = try file(storeType, at: url, options: options)
        try file.setMetadata(StoreMetadata.merged(metadata, into: try file.metadata()))
    }

    /// Replaces the metadata of the store in a file, except for the store's own entries.
    public final class func setMetadata(
        _ metadata: [String: Any]?, type storeType: NSPersistentStore.StoreType, at storeURL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        try setMetadata(
            metadata, forPersistentStoreOfType: storeType.rawValue, at: storeURL, options: options)
    }

    /// Empties the store in a file; does nothing if there is none, or for SQLite at `/dev/null`.
    ///
    /// A SQLite database is emptied but not removed, because other processes may have it open;
    /// other files are removed if they are regular ones. If this coordinator has the store open, it
    /// first removes it, as `remove(_:)` does.
    ///
    /// - Throws: 134080 for anything but a regular file, which stays, and errors of writing; the
    ///   coordinator has then removed the store nevertheless. With
    ///   `NSPersistentStoreForceDestroyOption` a file that cannot be emptied is removed.
    public final func destroyPersistentStore(
        at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
    ) throws {
        let file = try Self.file(storeType, at: url, options: options)
        let open =
            Self.liesInFile(storeType, url)
            ? openStore(inFileAt: url) : openStore(inMemoryAt: url, storeType)
        if let open { try remove(open) }
        try file.destroy()
    }

    /// Empties the store in a file.
    public final func destroyPersistentStore(
        at url: URL, type storeType: NSPersistentStore.StoreType,
        options: [AnyHashable: Any]? = nil
    ) throws {
        try destroyPersistentStore(at: url, ofType: storeType.rawValue, options: options)
    }

    /// Replaces a store by a copy of another one, in one step: readers find the old or the new one.
    ///
    /// - Throws: 134070 if this coordinator has the destination open, Cocoa's 260 if there is no
    ///   source, 134080 if one of them is not a regular file, and errors of reading and writing;
    ///   the destination is then unchanged.
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        ofType storeType: String
    ) throws {
        try requireClosed(destinationURL)
        let destination = try Self.file(storeType, at: destinationURL, options: destinationOptions)
        try Self.replace(destination, storeType, sourceURL, sourceOptions)
    }

    /// Replaces a store by a copy of another one, in one step.
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        type sourceType: NSPersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions,
            withPersistentStoreFrom: sourceURL, sourceOptions: sourceOptions,
            ofType: sourceType.rawValue)
    }

    private static func replace<File: StoreFile>(
        _ destination: File, _ type: String, _ url: URL, _ options: [AnyHashable: Any]?
    ) throws {
        try destination.replace(with: File(url: url, options: options ?? [:]))
    }

    private func requireClosed(_ url: URL) throws {
        if openStore(inFileAt: url) != nil { throw CoreDataError.storeIsOpen(url.path) }
    }

    /// Whether a store has a file at its URL.
    ///
    /// In-memory stores have none, and neither have SQLite stores at `/dev/null`.
    static func liesInFile(_ type: String, _ url: URL) -> Bool {
        type != NSInMemoryStoreType && !(type == NSSQLiteStoreType && url.path == "/dev/null")
    }

    /// The open in-memory store with a URL; `nil` for `/dev/null`, which several stores may have.
    private func openStore(inMemoryAt url: URL, _ type: String) -> NSPersistentStore? {
        guard url.path != "/dev/null" else { return nil }
        return persistentStores.first {
            $0.type == type && $0.url?.standardizedFileURL == url.standardizedFileURL
        }
    }

    /// The open store in the file at a URL, under any name of the file.
    final func openStore(inFileAt url: URL) -> NSPersistentStore? {
        let wanted = RegularFile(url.standardizedFileURL.path)
        let identity = wanted.identity
        return persistentStores.first { store in
            guard let url = store.url, Self.liesInFile(store.type, url) else { return false }
            let own = RegularFile(url.standardizedFileURL.path)
            return own.path == wanted.path || identity != nil && own.identity == identity
        }
    }
}

extension NSPersistentStoreCoordinator {
    /// The file of a store of this type.
    ///
    /// - Throws: 134000 for an unknown type.
    static func file(
        _ type: String, at url: URL, options: [AnyHashable: Any]?
    ) throws -> any StoreFile {
        switch type {
        case NSSQLiteStoreType: SQLiteFile(url: url, options: options ?? [:])
        case NSBinaryStoreType: BinaryFile(url: url, options: options ?? [:])
        case NSXMLStoreType: XMLFile(url: url, options: options ?? [:])
        case NSInMemoryStoreType: NoFile(url: url, options: options ?? [:])
        default: throw CoreDataError.unknownStoreType(type)
        }
    }
}

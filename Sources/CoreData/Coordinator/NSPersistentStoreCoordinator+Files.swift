import Foundation

// What is done to the files of stores that no coordinator has open.
extension NSPersistentStoreCoordinator {
    /// The metadata of the store in a file, which is read and not changed.
    ///
    /// - Throws: Cocoa's 260 where there is no file, 134080 where it is no store, 134000 for an
    ///   unknown type, and what reading the file meets.
    public final class func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try file(storeType, at: url, options: options).metadata()
    }

    /// The metadata of the store in a file, which is read and not changed.
    public final class func metadataForPersistentStore(
        type storeType: NSPersistentStore.StoreType, at storeURL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try metadataForPersistentStore(ofType: storeType.rawValue, at: storeURL, options: options)
    }

    /// Replaces the metadata of the store in a file. Its type, its UUID and the hashes of its model
    /// stay what they are.
    ///
    /// - Throws: as `metadataForPersistentStore(ofType:at:options:)`, and what writing meets.
    public final class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        let file = try file(storeType, at: url, options: options)
        try file.setMetadata(StoreMetadata.merged(metadata, into: try file.metadata()))
    }

    /// Replaces the metadata of the store in a file, but for what is the store's own.
    public final class func setMetadata(
        _ metadata: [String: Any]?, type storeType: NSPersistentStore.StoreType, at storeURL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        try setMetadata(
            metadata, forPersistentStoreOfType: storeType.rawValue, at: storeURL, options: options)
    }

    /// Empties the store in a file. A SQLite database is emptied and stays, because others may have
    /// it open; other files are removed, where they are regular ones. Where there is no file, and
    /// for a store in memory at `/dev/null`, nothing happens.
    ///
    /// A store that this coordinator has open is removed from it first, as by `remove(_:)`.
    ///
    /// - Throws: 134080 for what is no regular file, which stays, and what writing meets; the
    ///   coordinator has let the store go all the same. With `NSPersistentStoreForceDestroyOption`
    ///   a file that cannot be emptied is removed.
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

    /// Puts a copy of one store in the place of another, in one step: whoever reads the destination
    /// sees the one or the other.
    ///
    /// - Throws: 134070 when this coordinator has the destination open, Cocoa's 260 where there is
    ///   no source, 134080 where one of them is no regular file, and what reading and writing meet;
    ///   the destination is then as it was.
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        ofType storeType: String
    ) throws {
        try requireClosed(destinationURL)
        let destination = try Self.file(storeType, at: destinationURL, options: destinationOptions)
        try Self.replace(destination, storeType, sourceURL, sourceOptions)
    }

    /// Puts a copy of one store in the place of another, in one step.
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

    /// Whether a store lies in the file at its URL: those in memory do not, nor do SQLite stores at
    /// `/dev/null`.
    static func liesInFile(_ type: String, _ url: URL) -> Bool {
        type != NSInMemoryStoreType && !(type == NSSQLiteStoreType && url.path == "/dev/null")
    }

    /// The open store in memory that was given a URL; none at `/dev/null`, where there are many.
    private func openStore(inMemoryAt url: URL, _ type: String) -> NSPersistentStore? {
        guard url.path != "/dev/null" else { return nil }
        return persistentStores.first {
            $0.type == type && $0.url?.standardizedFileURL == url.standardizedFileURL
        }
    }

    /// The open store in the file at a URL, under whatever name of the file.
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
    /// The file of a store of a type.
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

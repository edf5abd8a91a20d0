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
    /// it open; other files are removed. Where there is no file nothing happens.
    ///
    /// - Throws: 134070 when this coordinator has the store open, and what writing meets. With
    ///   `NSPersistentStoreForceDestroyOption` a file that cannot be emptied is removed.
    public final func destroyPersistentStore(
        at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
    ) throws {
        try requireClosed(url)
        try Self.file(storeType, at: url, options: options).destroy()
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
    ///   no source, and what reading and writing meet; the destination is then as it was.
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
        if persistentStore(for: url) != nil { throw CoreDataError.storeIsOpen(url.path) }
    }
}

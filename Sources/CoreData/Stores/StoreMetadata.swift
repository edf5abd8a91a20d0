import Foundation

/// What a store's metadata say, whatever file they stand in.
enum StoreMetadata {
    /// Our mark; a store without it was written by somebody else.
    static let frameworkKey = "LabCoreDataVersion"
    /// The version of the files that this core writes. A store with a greater one comes from a
    /// later core, and is refused.
    static let frameworkVersion = 1

    /// What the app may not set: the store would no longer be known by it.
    private static let ownKeys = [
        NSStoreTypeKey, NSStoreUUIDKey, NSStoreModelVersionHashesKey, "_NSAutoVacuumLevel",
        frameworkKey,
    ]

    /// The metadata of a new store.
    static func make(
        type: String, identifier: String, entities: [NSEntityDescription],
        model: NSManagedObjectModel
    ) -> [String: Any] {
        var metadata: [String: Any] = [
            NSStoreTypeKey: type, NSStoreUUIDKey: identifier, frameworkKey: frameworkVersion,
        ]
        describe(entities, model, in: &metadata)
        return metadata
    }

    /// Writes the hashes of a model into a store's metadata, and what the model calls itself.
    static func describe(
        _ entities: [NSEntityDescription], _ model: NSManagedObjectModel,
        in metadata: inout [String: Any]
    ) {
        metadata[NSStoreModelVersionHashesKey] = hashes(of: entities)
        let names = model.versionIdentifiers.compactMap { $0.base as? String }.sorted()
        metadata[NSStoreModelVersionIdentifiersKey] = names
        metadata[frameworkKey] = frameworkVersion
    }

    static func hashes(of entities: [NSEntityDescription]) -> [String: Data] {
        Dictionary(entities.map { ($0.name ?? "", $0.versionHash) }, uniquingKeysWith: { $1 })
    }

    static func hashes(in metadata: [String: Any]) -> [String: Data] {
        metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
    }

    /// Whether the store was written by a core with files that this one does not know.
    static func isFromLaterCore(_ metadata: [String: Any]) -> Bool {
        ((metadata[frameworkKey] as? NSNumber)?.intValue ?? 0) > frameworkVersion
    }

    /// Whether somebody else's framework wrote the store.
    static func isForeign(_ metadata: [String: Any]) -> Bool {
        metadata[frameworkKey] == nil
    }

    /// The app's metadata with what is the store's own.
    static func merged(_ given: [String: Any]?, into present: [String: Any]) -> [String: Any] {
        var merged = given ?? [:]
        for key in ownKeys { merged[key] = present[key] }
        if merged[NSStoreModelVersionIdentifiersKey] == nil {
            merged[NSStoreModelVersionIdentifiersKey] = present[NSStoreModelVersionIdentifiersKey]
        }
        return merged
    }

    static func encode(_ metadata: [String: Any]) throws -> Data {
        guard PropertyListSerialization.propertyList(metadata, isValidFor: .binary) else {
            throw CoreDataError.metadataIsNoPropertyList()
        }
        return try CanonicalPropertyList.data(of: metadata)
    }

    /// - Throws: 259 for bytes that are no property list.
    static func decode(_ data: Data, _ path: String) throws -> [String: Any] {
        let plist = try? PropertyListSerialization.propertyList(
            from: data, options: [], format: nil)
        guard let metadata = plist as? [String: Any] else {
            throw CoreDataError.corruptFile(path, "its metadata are no property list")
        }
        return metadata
    }
}

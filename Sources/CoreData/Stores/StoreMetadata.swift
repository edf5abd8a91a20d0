import Foundation

/// The metadata of a store, independent of its file format.
enum StoreMetadata {
    /// The key with which this framework marks its stores; other frameworks' stores lack it.
    static let frameworkKey = "LabCoreDataVersion"
    /// The version of the files that this core writes; a store with a greater one is refused.
    static let frameworkVersion = 1

    /// The key of stores whose columns tell values from names of files; see `ExternalReference`.
    ///
    /// This framework's own stores without it were written when all values lay in the rows.
    static let externalDataKey = "LabExternalData"

    /// The keys that the app cannot set, because the store is recognised by them.
    private static let ownKeys = [
        NSStoreTypeKey, NSStoreUUIDKey, NSStoreModelVersionHashesKey, "_NSAutoVacuumLevel",
        frameworkKey, externalDataKey,
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

    /// Writes a model's hashes and version identifiers into a store's metadata.
    static func describe(
        _ entities: [NSEntityDescription], _ model: NSManagedObjectModel,
        in metadata: inout [String: Any]
    ) {
        metadata[NSStoreModelVersionHashesKey] = hashes(of: entities)
        let names = model.versionIdentifiers.compactMap { $0.base as? String }.sorted()
        metadata[NSStoreModelVersionIdentifiersKey] = names
        metadata[frameworkKey] = frameworkVersion
        let attributes = entities.lazy.flatMap { $0.attributesByName.values }
        metadata[externalDataKey] = attributes.contains(where: \.mayLieInFile) ? 1 : nil
    }

    /// Whether the columns of large values have marks, as Apple's have.
    static func marksExternalData(_ metadata: [String: Any]) -> Bool {
        isForeign(metadata) || metadata[externalDataKey] != nil
    }

    static func hashes(of entities: [NSEntityDescription]) -> [String: Data] {
        Dictionary(entities.map { ($0.name ?? "", $0.versionHash) }, uniquingKeysWith: { $1 })
    }

    static func hashes(in metadata: [String: Any]) -> [String: Data] {
        metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
    }

    /// Whether a later version of this core wrote the store.
    static func isFromLaterCore(_ metadata: [String: Any]) -> Bool {
        ((metadata[frameworkKey] as? NSNumber)?.intValue ?? 0) > frameworkVersion
    }

    /// Whether another framework wrote the store.
    static func isForeign(_ metadata: [String: Any]) -> Bool {
        metadata[frameworkKey] == nil
    }

    /// The app's metadata with the store's own entries.
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

    /// - Throws: 259 for bytes that are not a property list.
    static func decode(_ data: Data, _ path: String) throws -> [String: Any] {
        let plist = try? PropertyListSerialization.propertyList(
            from: data, options: [], format: nil)
        guard let metadata = plist as? [String: Any] else {
            throw CoreDataError.corruptFile(path, "its metadata are not a property list")
        }
        return metadata
    }
}

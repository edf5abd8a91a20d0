import Foundation

/// Plans how a store of another version of the model is migrated to this one.
struct MigrationPlanner {
    let path: String
    let options: [AnyHashable: Any]
    let destination: HeldEntities

    /// The mapping of a migration, and the store's present entities.
    struct Plan {
        let mapping: InferredMapping
        /// The entities that the store holds now.
        let source: HeldEntities
    }

    /// Counts the stored values that a version forbids; `nil` for a version with other tables.
    ///
    /// Used for a store that another framework has written with an unknown version.
    typealias Doubts = (HeldEntities) throws -> Int?

    /// - Parameters:
    ///   - archive: the store's own model in the format of `ModelArchive`, if it has one.
    ///   - doubts: ranks a version, if another framework wrote the store.
    /// - Throws: 134100 if the options do not ask for a migration, or the store is read-only;
    ///   134140 if they forbid to infer the mapping; 134130 if the older model is not known; 134190
    ///   if the mapping cannot be inferred.
    func plan(_ metadata: [String: Any], archive: Data?, doubts: Doubts) throws -> Plan {
        guard isSet(NSMigratePersistentStoresAutomaticallyOption),
            !isSet(NSReadOnlyPersistentStoreOption)
        else { throw CoreDataError.incompatibleModel(path) }
        guard isSet(NSInferMappingModelAutomaticallyOption) else {
            throw CoreDataError.noMappingModel(path)
        }
        guard let source = try source(metadata, archive, doubts) else {
            throw CoreDataError.noSourceModel(path)
        }
        return Plan(mapping: try mapping(from: source), source: source)
    }

    private func isSet(_ option: String) -> Bool {
        NSPersistentStore.isTrue(options[option])
    }

    private func mapping(from source: HeldEntities) throws -> InferredMapping {
        try InferredMapping(from: source.model, to: destination.model)
    }

    private func source(
        _ metadata: [String: Any], _ archive: Data?, _ doubts: Doubts
    ) throws -> HeldEntities? {
        let hashes = StoreMetadata.hashes(in: metadata)
        let own = archive.flatMap(ModelArchive.decode).map { [$0] } ?? []
        let candidates = (own + ModelVersions.near(destination.model.model))
            .filter { $0.problems().isEmpty }
            .map { HeldEntities(ModelLayout.of($0), named: Set(hashes.keys)) }
        if let known = candidates.first(where: { $0.versionHashes == hashes }) { return known }
        guard StoreMetadata.isForeign(metadata) else { return nil }
        // Only a store of a configuration may lack entities of its version.
        let whole = candidates.filter { $0.isComplete || !destination.isComplete }
        return try likeliest(of: whole, metadata, doubts)
    }

    /// Of the versions that have the store's tables, the one that forbids fewest of its values.
    ///
    /// Among equals one with the store's version identifiers, then one that can be mapped to the
    /// destination, then the latest: they interpret the values in the same way.
    private func likeliest(
        of candidates: [HeldEntities], _ metadata: [String: Any], _ doubts: Doubts
    ) throws -> HeldEntities? {
        let fitting = try candidates.compactMap { held in
            try doubts(held).map { (held: held, doubts: $0) }
        }
        let least = fitting.map(\.doubts).min()
        var likely = fitting.filter { $0.doubts == least }.map(\.held)
        let names = metadata[NSStoreModelVersionIdentifiersKey] as? [String] ?? []
        let named = likely.filter { held in
            Set(held.model.model.versionIdentifiers.compactMap { $0.base as? String })
                == Set(names)
        }
        if !named.isEmpty { likely = named }
        return likely.last { (try? mapping(from: $0)) != nil } ?? likely.last
    }
}

/// The versions of a model in its own package and in the main bundle.
private enum ModelVersions {
    /// All readable versions in the order of their paths, those beside the model first.
    static func near(_ model: NSManagedObjectModel) -> [NSManagedObjectModel] {
        var packages: [URL] = []
        if let file = model.fileURL { packages.append(file) }
        let inBundle =
            Bundle.main.urls(forResourcesWithExtension: "xcdatamodeld", subdirectory: nil) ?? []
        packages += inBundle.map { $0 as URL }.sorted { $0.path < $1.path }
        var seen = Set<String>()
        return packages.filter { seen.insert($0.standardizedFileURL.path).inserted }
            .flatMap(versions)
    }

    private static func versions(of package: URL) -> [NSManagedObjectModel] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: package.path)
        return (names ?? []).filter { $0.hasSuffix(".xcdatamodel") }.sorted().compactMap {
            NSManagedObjectModel(contentsOf: package.appendingPathComponent($0))
        }
    }
}

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
        let mapping = try mapping(from: source.held)
        // An older app, whose package cannot have the version, must not drop what a newer one
        // stored. A model made in code has no package: its former versions are known only here.
        if source.isFromArchive, destination.model.model.fileURL != nil,
            mapping.dropsProperties(of: source.held)
        {
            throw CoreDataError.noSourceModel(path)
        }
        return Plan(mapping: mapping, source: source.held)
    }

    private func isSet(_ option: String) -> Bool {
        NSPersistentStore.isTrue(options[option])
    }

    private func mapping(from source: HeldEntities) throws -> InferredMapping {
        try InferredMapping(from: source.model, to: destination.model)
    }

    /// A version of the model that a store may have.
    private struct Source {
        let held: HeldEntities
        /// Whether only the store itself knows the version.
        var isFromArchive = false
    }

    private func source(
        _ metadata: [String: Any], _ archive: Data?, _ doubts: Doubts
    ) throws -> Source? {
        let hashes = StoreMetadata.hashes(in: metadata)
        func held(_ models: [NSManagedObjectModel]) -> [HeldEntities] {
            models.filter { $0.problems().isEmpty }.map {
                HeldEntities(ModelLayout.of($0), named: Set(hashes.keys))
            }
        }
        let own = held(archive.flatMap(ModelArchive.decode).map { [$0] } ?? [])
        let near = held(ModelVersions.near(destination.model.model))
        func known(_ candidates: [HeldEntities]) -> HeldEntities? {
            candidates.first { $0.versionHashes == hashes }
        }
        // The store's own model has the numbers of its entities, also where it is of a
        // configuration.
        if let source = known(own) {
            return Source(held: source, isFromArchive: known(near) == nil)
        }
        if let source = known(near) { return Source(held: source) }
        guard StoreMetadata.isForeign(metadata) else { return nil }
        // Only a store of a configuration may lack entities of its version.
        let whole = (own + near).filter { $0.isComplete || !destination.isComplete }
        return try likeliest(of: whole, metadata, doubts).map { Source(held: $0) }
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

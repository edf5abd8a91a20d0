import Foundation

/// Finds out how a store of another version of the model becomes one of this version.
struct MigrationPlanner {
    let path: String
    let options: [AnyHashable: Any]
    let destination: HeldEntities

    /// What a migration needs.
    struct Plan {
        let mapping: InferredMapping
        /// What the store holds now.
        let source: HeldEntities
    }

    /// - Parameters:
    ///   - archive: the store's own model as `ModelArchive` writes it, if it has one.
    ///   - fits: whether a store that somebody else's framework wrote has a model's tables.
    /// - Throws: 134100 when no migration was asked for, or nothing may be written; 134140 when it
    ///   may not be inferred; 134130 when the older model is not known; 134190 when the one does
    ///   not follow from the other.
    func plan(
        _ metadata: [String: Any], archive: Data?, fits: (HeldEntities) throws -> Bool
    ) throws -> Plan {
        guard isSet(NSMigratePersistentStoresAutomaticallyOption),
            !isSet(NSReadOnlyPersistentStoreOption)
        else { throw CoreDataError.incompatibleModel(path) }
        guard isSet(NSInferMappingModelAutomaticallyOption) else {
            throw CoreDataError.noMappingModel(path)
        }
        guard let source = try source(metadata, archive, fits) else {
            throw CoreDataError.noSourceModel(path)
        }
        let mapping = try InferredMapping(from: source.model, to: destination.model)
        return Plan(mapping: mapping, source: source)
    }

    private func isSet(_ option: String) -> Bool {
        NSPersistentStore.isTrue(options[option])
    }

    private func source(
        _ metadata: [String: Any], _ archive: Data?, _ fits: (HeldEntities) throws -> Bool
    ) throws -> HeldEntities? {
        let hashes = StoreMetadata.hashes(in: metadata)
        let own = archive.flatMap(ModelArchive.decode).map { [$0] } ?? []
        let isForeign = StoreMetadata.isForeign(metadata)
        for candidate in own + ModelVersions.near(destination.model.model) {
            guard candidate.problems().isEmpty else { continue }
            let held = HeldEntities(ModelLayout.of(candidate), named: Set(hashes.keys))
            if held.versionHashes == hashes { return held }
            if isForeign, try fits(held) { return held }
        }
        return nil
    }
}

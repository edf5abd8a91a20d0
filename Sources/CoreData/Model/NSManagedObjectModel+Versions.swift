import Foundation

extension NSManagedObjectModel {
    /// The key of the entities' version hashes in a store's metadata.
    static let versionHashesKey = "NSStoreModelVersionHashes"

    /// The version hashes of the entities, by their names.
    public final var entityVersionHashesByName: [String: Data] {
        entitiesByName.mapValues(\.versionHash)
    }

    /// One digest of all version hashes, in Base64.
    public final var versionChecksum: String {
        let lines = entitiesByName.map { "\($0):\(VersionText.hex($1.versionHash))\n" }
        return SHA256.digest(of: lines.sorted().joined().utf8).base64EncodedString()
    }

    /// Whether a store with this metadata was written with exactly the entities of a configuration.
    ///
    /// `nil` stands for the whole model. Returns false if the model has no such configuration, or
    /// the metadata no hashes. Apple's hashes differ from ours (see `VersionText`), so tables
    /// decide about a store that Apple's framework has written.
    public final func isConfiguration(
        withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
    ) -> Bool {
        guard let entities = entities(forConfigurationName: configuration),
            let stored = metadata[Self.versionHashesKey] as? [String: Any]
        else { return false }
        let hashes = Dictionary(
            entities.map { ($0.name ?? "", $0.versionHash) }, uniquingKeysWith: { $1 })
        return stored.count == hashes.count
            && hashes.allSatisfy { stored[$0.key] as? Data == $0.value }
    }
}

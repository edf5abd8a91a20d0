import Foundation

extension NSManagedObjectModel {
    /// One model of all that the bundles have; `nil` if they have none, or one cannot be read.
    ///
    /// - Parameter bundles: where to look for `.xcdatamodeld` and `.xcdatamodel`; `nil` for the
    ///   main bundle.
    /// - Precondition: entities with the same name have the same version hash.
    public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
        let models = urls(in: bundles).map(NSManagedObjectModel.init(contentsOf:))
        guard !models.contains(nil) else { return nil }
        return NSManagedObjectModel(byMerging: models.compactMap(\.self))
    }

    /// The model of a store, made of the versions in bundles; `nil` if these lack one of its
    /// entities.
    public class func mergedModel(
        from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
    ) -> NSManagedObjectModel? {
        let versions = urls(in: bundles).flatMap(ModelFileLocator.versions)
        return NSManagedObjectModel(
            byMerging: versions.compactMap(NSManagedObjectModel.init(contentsOf:)),
            forStoreMetadata: metadata)
    }

    /// Merges those models of which a store has every entity; `nil` if one of its is missing.
    public convenience init?(
        byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]
    ) {
        guard let stored = metadata[Self.versionHashesKey] as? [String: Any] else { return nil }
        let fitting = models.filter { model in
            model.entityVersionHashesByName.allSatisfy { stored[$0.key] as? Data == $0.value }
        }
        self.init(byMerging: fitting)
        guard isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else {
            return nil
        }
    }

    /// The models in bundles, in the order of the bundles and of their names.
    private static func urls(in bundles: [Bundle]?) -> [URL] {
        (bundles ?? [Bundle.main]).flatMap { bundle in
            ["xcdatamodeld", "xcdatamodel"].flatMap { kind in
                (bundle.urls(forResourcesWithExtension: kind, subdirectory: nil) ?? [])
                    .map { $0 as URL }.sorted { $0.path < $1.path }
            }
        }
    }
}

import Foundation

/// The versions of a model that lie where it was read from, and in the main bundle.
enum ModelVersions {
    /// All versions that can be read, in the order of their paths; those beside the model first.
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

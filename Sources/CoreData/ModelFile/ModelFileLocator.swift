import Foundation

/// Finds the text of a model's current version in the folders that Xcode writes.
///
/// ```
/// Atlas.xcdatamodeld/              several versions
///     .xccurrentversion            names the current one; absent if there is only one
///     Atlas.xcdatamodel/           one version
///         contents                 its text
/// ```
enum ModelFileLocator {
    /// The key under which `.xccurrentversion` names the current version.
    static let currentVersionKey = "_XCCurrentVersionName"

    /// The file with the text of a model, or of its current version.
    ///
    /// - Throws: `ModelFileError` if there is none.
    static func contents(of model: URL) throws -> URL {
        guard let isDirectory = isDirectory(model) else { throw ModelFileError.missing(model.path) }
        if ["mom", "momd", "omo"].contains(model.pathExtension) {
            throw ModelFileError.compiled(model.path)
        }
        guard isDirectory else { return model }
        return try contentsOfVersion(
            model.pathExtension == "xcdatamodel" ? model : currentVersion(of: model))
    }

    /// The `.xcdatamodeld` around a version; `nil` for a model without versions.
    static func package(of model: URL) -> URL? {
        if model.pathExtension == "xcdatamodeld" { return model }
        let folder = model.deletingLastPathComponent()
        return folder.pathExtension == "xcdatamodeld" ? folder : nil
    }

    /// The versions in a `.xcdatamodeld`, by name; any other model is its only one.
    static func versions(of model: URL) -> [URL] {
        guard model.pathExtension == "xcdatamodeld" else { return [model] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: model.path)) ?? []
        return names.filter { $0.hasSuffix(".xcdatamodel") }.sorted()
            .map(model.appendingPathComponent)
    }

    private static func contentsOfVersion(_ version: URL) throws -> URL {
        let contents = version.appendingPathComponent("contents")
        guard isDirectory(contents) == false else {
            throw ModelFileError.noContents(version.path)
        }
        return contents
    }

    private static func currentVersion(of model: URL) throws -> URL {
        let versions: [String]
        do {
            versions = try FileManager.default.contentsOfDirectory(atPath: model.path)
                .filter { $0.hasSuffix(".xcdatamodel") }
                .sorted()
        } catch {
            throw ModelFileError.unreadable(model.path, error)
        }
        guard let first = versions.first else { throw ModelFileError.noVersions(model.path) }
        let mark = model.appendingPathComponent(".xccurrentversion")
        guard isDirectory(mark) == false else {
            guard versions.count == 1 else {
                throw ModelFileError.currentVersionNotSaid(model.path, versions)
            }
            return model.appendingPathComponent(first)
        }
        let name = try currentVersionName(in: mark)
        guard versions.contains(name) else {
            throw ModelFileError.unknownCurrentVersion(mark.path, name, versions)
        }
        return model.appendingPathComponent(name)
    }

    private static func currentVersionName(in mark: URL) throws -> String {
        let data: Data
        do {
            data = try Data(contentsOf: mark)
        } catch {
            throw ModelFileError.unreadable(mark.path, error)
        }
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        guard let name = (list as? [String: Any])?[currentVersionKey] as? String else {
            throw ModelFileError.currentVersionUnreadable(mark.path)
        }
        return name
    }

    /// Whether the URL leads to a directory, not a file; `nil` if nothing is there.
    private static func isDirectory(_ url: URL) -> Bool? {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
            return nil
        }
        return isDirectory.boolValue
    }
}

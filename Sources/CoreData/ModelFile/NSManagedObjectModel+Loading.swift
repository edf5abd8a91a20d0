import Foundation

extension NSManagedObjectModel {
    /// Makes the model in a `.xcdatamodeld` or `.xcdatamodel`; `nil` if it cannot be read.
    ///
    /// Of a `.xcdatamodeld` it is the current version. Only Apple's framework reads compiled models
    /// (`.momd`, `.mom`).
    public convenience init?(contentsOf url: URL) {
        self.init()
        guard (try? read(url)) != nil else { return nil }
    }

    /// Loads the model in a `.xcdatamodeld` or `.xcdatamodel`, with warnings of omitted parts.
    ///
    /// - Throws: `ModelFileError`, with the line if it concerns one.
    package static func load(contentsOf url: URL) throws
        -> (model: NSManagedObjectModel, warnings: [ModelFileWarning])
    {
        let model = NSManagedObjectModel()
        return (model, try model.read(url))
    }

    /// Fills this empty model, and returns warnings of omitted parts.
    private func read(_ url: URL) throws -> [ModelFileWarning] {
        let contents = try ModelFileLocator.contents(of: url)
        let path = contents.path
        let text: Data
        do {
            text = try Data(contentsOf: contents)
        } catch {
            throw ModelFileError.unreadable(path, error)
        }
        let root = try ModelFileParser.parse(text, path: path)
        var reader = ModelFileReader(root: root, path: path, into: self)
        try reader.read()
        fileURL = ModelFileLocator.package(of: url)
        return reader.warnings
    }
}

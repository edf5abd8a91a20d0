import Foundation

extension NSManagedObjectModel {
    /// The model that a `.xcdatamodeld` or `.xcdatamodel` holds; `nil` where it cannot be read.
    ///
    /// Of a `.xcdatamodeld` it is the current version. Compiled models (`.momd`, `.mom`) can only
    /// be read by Apple's framework.
    public convenience init?(contentsOf url: URL) {
        self.init()
        guard (try? read(url)) != nil else { return nil }
    }

    /// The model that a `.xcdatamodeld` or `.xcdatamodel` holds, and what could not be read of it.
    ///
    /// - Throws: `ModelFileError`, with the line where there is one.
    package static func load(contentsOf url: URL) throws
        -> (model: NSManagedObjectModel, warnings: [ModelFileWarning])
    {
        let model = NSManagedObjectModel()
        return (model, try model.read(url))
    }

    /// Fills the model, which is empty, and returns what could not be read.
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

import Foundation

/// What a store in memory has instead of a file, whatever its URL says.
struct NoFile: StoreFile {
    private let url: URL

    init(url: URL, options: [AnyHashable: Any]) {
        self.url = url
    }

    func metadata() throws -> [String: Any] { throw missing }
    func setMetadata(_ metadata: [String: Any]) throws { throw missing }

    /// Does nothing: what lies at the URL has nothing to do with the store.
    func destroy() {}

    func replace(with source: NoFile) throws { throw missing }

    private var missing: NSError { CoreDataError.missingFile(url.path) }
}

import Foundation

/// Stands for the file that a store in memory lacks, whatever its URL is.
struct NoFile: StoreFile {
    private let url: URL

    init(url: URL, options: [AnyHashable: Any]) {
        self.url = url
    }

    func metadata() throws -> [String: Any] { throw missing }
    func setMetadata(_ metadata: [String: Any]) throws { throw missing }

    /// Does nothing: a file at the URL does not belong to the store.
    func destroy() {}

    func replace(with source: NoFile) throws { throw missing }

    private var missing: NSError { CoreDataError.missingFile(url.path) }
}

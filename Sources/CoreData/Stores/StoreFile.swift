import Foundation

/// The file of a store that this coordinator does not have open.
protocol StoreFile {
    init(url: URL, options: [AnyHashable: Any])

    /// The store's metadata.
    func metadata() throws -> [String: Any]
    func setMetadata(_ metadata: [String: Any]) throws
    /// Empties the store; does nothing if there is no file.
    func destroy() throws
    /// Replaces the store with a copy of another one.
    func replace(with source: Self) throws
}

extension StoreFile {
    /// - Throws: Cocoa's 260 if there is no file, 134080 if something other than a file is there.
    static func requireFile(_ url: URL) throws {
        guard try RegularFile(url.path).exists() else {
            throw CoreDataError.missingFile(url.path)
        }
    }
}

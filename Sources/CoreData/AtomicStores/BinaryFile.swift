import Foundation

/// The files of closed binary stores.
struct BinaryFile: StoreFile {
    private let file: AtomicFile

    init(url: URL, options: [AnyHashable: Any]) {
        file = AtomicFile(url: url, format: .binary)
    }

    func metadata() throws -> [String: Any] { try file.contents().metadata }
    func setMetadata(_ metadata: [String: Any]) throws { try file.rewrite(metadata) }
    func destroy() throws { try file.remove() }
    func replace(with source: BinaryFile) throws { try file.replace(with: source.file) }
}

import Foundation

/// The files of closed XML stores.
struct XMLFile: StoreFile {
    private let file: AtomicFile

    init(url: URL, options: [AnyHashable: Any]) {
        file = AtomicFile(url: url, format: .xml)
    }

    func metadata() throws -> [String: Any] { try file.contents().metadata }
    func setMetadata(_ metadata: [String: Any]) throws { try file.rewrite(metadata) }
    func destroy() throws { try file.remove() }
    func replace(with source: XMLFile) throws { try file.replace(with: source.file) }
}

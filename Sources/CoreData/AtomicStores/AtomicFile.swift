import Foundation

/// The file of an atomic store.
struct AtomicFile {
    let url: URL
    let format: any AtomicFormat

    /// - Throws: 260 where there is no file; see `AtomicFormat.decode(_:path:)`.
    func contents() throws -> StoreContents {
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw CoreDataError.missingFile(url.path)
        }
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw CoreDataError.unreadableFile(url.path, error)
        }
        return try format.decode(data, path: url.path)
    }

    /// The file that will take the present one's place, written and synced.
    func replacement(_ contents: StoreContents) throws -> FileReplacement {
        try FileReplacement(of: url, with: format.encode(contents))
    }

    func write(_ contents: StoreContents) throws {
        let replacement = try replacement(contents)
        defer { replacement.discard() }
        try replacement.commit()
    }
}

/// The files of closed binary stores.
struct BinaryFile: StoreFile {
    private let file: AtomicFile

    init(url: URL, options: [AnyHashable: Any]) {
        file = AtomicFile(url: url, format: .binary)
    }

    func metadata() throws -> [String: Any] { try file.contents().metadata }
    func setMetadata(_ metadata: [String: Any]) throws { try file.rewrite(metadata) }
    func destroy() throws { try file.remove() }
    func replace(with source: BinaryFile) throws { try file.write(source.file.contents()) }
}

/// The files of closed XML stores.
struct XMLFile: StoreFile {
    private let file: AtomicFile

    init(url: URL, options: [AnyHashable: Any]) {
        file = AtomicFile(url: url, format: .xml)
    }

    func metadata() throws -> [String: Any] { try file.contents().metadata }
    func setMetadata(_ metadata: [String: Any]) throws { try file.rewrite(metadata) }
    func destroy() throws { try file.remove() }
    func replace(with source: XMLFile) throws { try file.write(source.file.contents()) }
}

extension AtomicFile {
    fileprivate func rewrite(_ metadata: [String: Any]) throws {
        var contents = try contents()
        contents.metadata = metadata
        try write(contents)
    }

    fileprivate func remove() throws {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            throw CoreDataError.unwritableFile(url.path, errno: EIO)
        }
    }
}

import Foundation

/// The file of an atomic store.
struct AtomicFile {
    let url: URL
    let format: any AtomicFormat

    /// - Throws: 260 if there is no file, 134080 for anything but a regular file; see
    ///   `AtomicFormat.decode(_:path:)`.
    func contents() throws -> StoreContents {
        guard try RegularFile(url.path).exists() else {
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

    /// A written and synced file that will replace the present one.
    func replacement(_ contents: StoreContents) throws -> FileReplacement {
        try FileReplacement(of: url, with: format.encode(contents))
    }

    func write(_ contents: StoreContents) throws {
        let replacement = try replacement(contents)
        defer { replacement.discard() }
        try replacement.commit()
    }

    // MARK: Of closed stores

    func rewrite(_ metadata: [String: Any]) throws {
        var contents = try contents()
        contents.metadata = metadata
        try write(contents)
    }

    /// - Throws: 134080 for anything but a regular file, and errors of reading and writing.
    func replace(with source: AtomicFile) throws {
        _ = try RegularFile(url.path).exists()
        try write(source.contents())
    }

    func remove() throws {
        try RegularFile(url.path).remove()
    }
}

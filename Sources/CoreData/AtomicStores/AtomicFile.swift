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

    // MARK: Of closed stores

    func rewrite(_ metadata: [String: Any]) throws {
        var contents = try contents()
        contents.metadata = metadata
        try write(contents)
    }

    func remove() throws {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            throw CoreDataError.unwritableFile(url.path, errno: EIO)
        }
    }
}

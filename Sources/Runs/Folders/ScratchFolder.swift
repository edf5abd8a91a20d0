import Foundation
import Glibc

/// A folder for stores and for files that processes exchange.
///
/// Its maker removes it, unless the process is killed. So each folder outside of other such folders
/// is locked while its owner lives, and bears a mark from then on. Making one removes the marked
/// folders that no process has locked.
///
///     lab 4711   mkdtemp ─ lock ─ mark … SIGKILL: the kernel gives the lock up
///     lab 4712                                    mark, no lock: removed ─ mkdtemp ─ lock ─ mark
package struct ScratchFolder: Sendable {
    package let path: String
    /// `nil` for one that lies in another.
    private let lock: FolderLock?

    private static let prefix = "lab-"
    private static let mark = ".lab-scratch"
    /// The text of a mark: a folder that merely looks like one of ours contains another.
    private static let words = "Stores of a lab that is running, or was killed.\n"

    /// Makes a new folder.
    ///
    /// - Parameter parent: the folder that it lies in; where `TMPDIR` points, or `/tmp`, unless
    /// given.
    /// - Throws: `RunsError.notWritten`.
    package init(in parent: ScratchFolder? = nil) throws {
        guard let parent else {
            try self.init(owning: FileManager.default.temporaryDirectory.path)
            return
        }
        self.init(path: try Self.make(in: parent.path), lock: nil)
    }

    private init(path: String, lock: FolderLock?) {
        self.path = path
        self.lock = lock
    }

    /// Makes a new folder in memory if the system has a file system for that; else as any other.
    ///
    /// It is for stores that must be synced and whose syncs are not measured.
    ///
    /// - Throws: `RunsError.notWritten`.
    package static func inMemory() throws -> ScratchFolder {
        let base = "/dev/shm"
        guard FileManager.default.isWritableFile(atPath: base) else { return try ScratchFolder() }
        return try ScratchFolder(owning: base)
    }

    private init(owning base: String) throws {
        Self.removeLeftovers(in: base)
        let path = try Self.make(in: base)
        self.init(path: path, lock: FolderLock.takeIfFree(path))
        // Without a lock no later process could see that this one lives.
        guard lock != nil else { return }
        let descriptor = open(file(Self.mark), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = Self.words.utf8.withContiguousStorageIfAvailable {
            Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
    }

    private static func make(in base: String) throws -> String {
        var template = Array(
            URL(filePath: base).appending(path: prefix + "XXXXXX").path.utf8CString)
        guard mkdtemp(&template) != nil else {
            throw RunsError.noScratchFolder(in: base, code: errno)
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The path of a file in it.
    package func file(_ name: String) -> String {
        URL(filePath: path).appending(path: name).path
    }

    /// Removes the folder and all that is in it; nothing happens when it is gone already.
    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
        lock?.release()
    }

    // MARK: Leftovers of other processes

    /// Removes the folders of labs that were killed.
    private static func removeLeftovers(in base: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
        for name in names where name.hasPrefix(prefix) && name.count == prefix.count + 6 {
            let path = "\(base)/\(name)"
            guard isOurs(path), let lock = FolderLock.takeIfFree(path) else { continue }
            // Between the first look and the lock its owner may have removed it.
            if isOurs(path) { try? FileManager.default.removeItem(atPath: path) }
            lock.release()
        }
    }

    /// Whether a path is a folder of this user that bears the mark.
    private static func isOurs(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_uid == geteuid(), lstat("\(path)/\(mark)", &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, status.st_size == words.utf8.count
        else { return false }
        return (try? String(contentsOfFile: "\(path)/\(mark)", encoding: .utf8)) == words
    }
}

import Foundation

/// Writes whole files: a reader sees the old file or all of the new one, never a part.
///
///     .results.csv.4711.partial   write ── fsync ── close ─┐
///     results.csv                 old ─────────────────────┴─ rename ── new
///
/// The bytes are synced before the rename, because some file systems put a rename on the disk
/// before the renamed file's data, and a power loss would leave an empty file under the good name.
/// The rename itself is not synced: losing it leaves the old file, which is whole.
///
/// A pipe or device is written into instead: see `FileDestination`.
package enum AtomicFile {
    /// Writes `bytes` to the file at `path`, and replaces an earlier file.
    ///
    /// One fsync. Temporary files are removed even after an error.
    ///
    /// - Parameter option: the command's option that names the file; an error suggests it.
    /// - Throws: `ReportingError` with the path, the system's reason and a remedy.
    package static func write(
        _ bytes: [UInt8], to path: String, option: String = "--output"
    ) throws(ReportingError) {
        var files = FileBatch(option: option)
        try files.add(bytes, as: path)
        try files.publish()
    }

    /// Writes the text to the file at `path`, in UTF-8.
    package static func write(_ text: String, to path: String) throws(ReportingError) {
        try write(Array(text.utf8), to: path)
    }

    /// Writes `bytes` to a new file beside `path`, synced, for a rename to come.
    ///
    /// - Returns: the new file's path.
    static func stage(
        _ bytes: [UInt8], for path: String, mode: mode_t, option: String
    ) throws(ReportingError) -> String {
        let partial = partialPath(for: path)
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw ReportingError.notWritten("write", path: path, errno: errno, option: option)
        }
        do throws(ReportingError) {
            try fill(descriptor, with: bytes, path: path, option: option)
        } catch {
            close(descriptor)
            unlink(partial)
            throw error
        }
        guard close(descriptor) == 0 else {
            let reason = errno
            unlink(partial)
            throw ReportingError.notWritten("write", path: path, errno: reason, option: option)
        }
        return partial
    }

    /// Writes `bytes` into the pipe or device at `path`.
    static func pour(
        _ bytes: [UInt8], into path: String, option: String
    ) throws(ReportingError) {
        // A FIFO without a reader is an error and not a wait.
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        let descriptor = open(path, flags, 0o644)
        guard descriptor >= 0 else {
            throw ReportingError.notWritten("write", path: path, errno: errno, option: option)
        }
        defer { close(descriptor) }
        // Only the opening must not wait; writing waits for a slow reader.
        _ = fcntl(descriptor, F_SETFL, 0)
        try fill(descriptor, with: bytes, path: path, option: option)
    }

    /// The name under which a file is written: in the same folder, for a rename stays on one disk;
    /// hidden; and of this process, for two labs may write the same report.
    static func partialPath(for path: String) -> String { hidden(path, partialSuffix) }

    /// The name under which the file that a new one replaces waits until all of the new ones have
    /// their names.
    static func formerPath(for path: String) -> String { hidden(path, formerSuffix) }

    private static let partialSuffix = "partial"
    private static let formerSuffix = "former"

    private static func hidden(_ path: String, _ suffix: String) -> String {
        let url = URL(fileURLWithPath: path)
        let name = ".\(url.lastPathComponent).\(getpid()).\(suffix)"
        return url.deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// Whether a name is a temporary one of a process that has ended, so that the file may be
    /// removed.
    static func isLeftover(_ name: String) -> Bool {
        let parts = name.split(separator: ".")
        guard name.hasPrefix("."), parts.count >= 3, let last = parts.last,
            [partialSuffix, formerSuffix].contains(String(last)),
            let number = pid_t(parts[parts.count - 2]), number > 0
        else { return false }
        // Signal 0 only tests. EPERM means a living process of another user, which keeps its files.
        return kill(number, 0) != 0 && errno == ESRCH
    }

    /// Writes all bytes to an open file and syncs it.
    package static func fill(
        _ descriptor: Int32, with bytes: [UInt8], path: String, option: String = "--output"
    ) throws(ReportingError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Foundation.write(
                    descriptor, buffer.baseAddress! + written, buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw ReportingError.notWritten("write", path: path, errno: errno, option: option)
            }
            written += count
        }
        // EINVAL, EROFS: a pipe or the like cannot be synced, and has nothing to sync.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
            throw ReportingError.notWritten("write", path: path, errno: errno, option: option)
        }
    }
}

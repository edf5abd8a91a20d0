import Foundation

/// Writes whole files: a reader sees the file as it was, or all of the new one, never a part.
///
///     .results.csv.4711.partial   write ── fsync ── close ─┐
///     results.csv                 old ─────────────────────┴─ rename ── new
///
/// The bytes are synced before the rename, because some file systems put a rename on the disk
/// before the data of what was renamed, and a power loss would leave an empty file under the good
/// name. The rename itself is not synced: losing it leaves the old file, which is whole.
package enum AtomicFile {
    /// Writes `bytes` to the file at `path`, in place of what is there.
    ///
    /// One fsync. Nothing but the file is left behind, failed or not.
    ///
    /// - Throws: `ReportingError` with the path, the system's reason and a remedy.
    package static func write(_ bytes: [UInt8], to path: String) throws(ReportingError) {
        let partial = partialPath(for: path)
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw ReportingError.notWritten("write", path: path, errno: errno)
        }
        do throws(ReportingError) {
            try fill(descriptor, with: bytes, path: path)
        } catch {
            close(descriptor)
            unlink(partial)
            throw error
        }
        guard close(descriptor) == 0, rename(partial, path) == 0 else {
            let code = errno
            unlink(partial)
            throw ReportingError.notWritten("write", path: path, errno: code)
        }
    }

    /// Writes the text to the file at `path`, in UTF-8.
    package static func write(_ text: String, to path: String) throws(ReportingError) {
        try write(Array(text.utf8), to: path)
    }

    /// Gives a file that something else wrote its name, after its bytes are synced.
    ///
    /// - Parameter partial: a file in the same folder as `path`.
    static func adopt(_ partial: String, as path: String) throws(ReportingError) {
        let descriptor = open(partial, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ReportingError.notWritten("write", path: path, errno: errno)
        }
        let synced = fsync(descriptor)
        let reason = errno
        close(descriptor)
        guard synced == 0 else {
            unlink(partial)
            throw ReportingError.notWritten("write", path: path, errno: reason)
        }
        guard rename(partial, path) == 0 else {
            let reason = errno
            unlink(partial)
            throw ReportingError.notWritten("write", path: path, errno: reason)
        }
    }

    /// The name under which a file is written: in the same folder, for a rename stays on one disk;
    /// hidden; and of this process, for two labs may write the same report.
    static func partialPath(for path: String) -> String {
        let url = URL(fileURLWithPath: path)
        let name = ".\(url.lastPathComponent).\(getpid()).partial"
        return url.deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// Writes all bytes to an open file and syncs it.
    package static func fill(
        _ descriptor: Int32, with bytes: [UInt8], path: String
    ) throws(ReportingError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Foundation.write(
                    descriptor, buffer.baseAddress! + written, buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw ReportingError.notWritten("write", path: path, errno: errno)
            }
            written += count
        }
        // EINVAL: a file that cannot be synced, such as a pipe, has nothing to sync.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw ReportingError.notWritten("write", path: path, errno: errno)
        }
    }
}

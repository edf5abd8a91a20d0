import Foundation
import Verdicts

/// A history on disk: newline-delimited JSON that several processes add to.
///
///     process A   open ─ lock ─ write 56 lines in one call ─ sync ─ unlock
///     process B      open ─────────────────────────────────── lock ─ write …
///
/// The lock keeps two writers apart. On a file system without locks the append does, if one call is
/// one write there. A writer that dies leaves at most half a line; the next writer ends that line,
/// and readers skip it.
package struct HistoryFile: Sendable {
    package let path: String
    /// The option that names it, for messages.
    private let option: String

    /// - Parameter option: the command's option that names the file; an error suggests it.
    package init(path: String, option: String) {
        self.path = path
        self.option = option
    }

    /// The result of adding records.
    package struct Added: Sendable, Hashable {
        package var count: Int
        /// Records that the file had already: a job that is run again adds nothing twice.
        package var known: Int
        /// Whether the file ended in the middle of a line, which is now ended.
        package var endedHalfLine: Bool
    }

    /// Reads the whole file.
    ///
    /// - Returns: `nil` if the file does not exist, or cannot be read.
    package func read() -> HistoryText? {
        InputFile.contents(of: path).map { HistoryText($0) }
    }

    /// Adds records that the file does not have yet, and creates its folder if it is missing.
    ///
    /// One fsync.
    ///
    /// - Throws: `ReportingError`; then the file is unchanged.
    package func add(_ records: [HistoryRecord]) throws(ReportingError) -> Added {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try ReportFolder(path: folder, option: option).prepare()
        let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw ReportingError.notWritten("write", path: path, errno: errno, option: option)
        }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                throw ReportingError.notWritten("lock", path: path, errno: errno, option: option)
            }
        }
        let old = try contents(of: descriptor)
        let known = Set(HistoryText(old).records)
        // A former build's line of the same run names no machine.
        let news = records.filter { record in
            var former = record
            former.machine = nil
            return !known.contains(record) && !known.contains(former)
        }
        let endsInLine = old.last.map { $0 != UInt8(ascii: "\n") } ?? false
        let added = Added(
            count: news.count, known: records.count - news.count,
            endedHalfLine: endsInLine && !news.isEmpty)
        guard !news.isEmpty else { return added }
        let bytes: [UInt8]
        do {
            bytes = try HistoryText.addition(of: news, endsInLine: endsInLine)
        } catch {
            throw ReportingError.notEncoded("a history's record", cause: error)
        }
        do throws(ReportingError) {
            try AtomicFile.fill(descriptor, with: bytes, path: path, option: option)
        } catch {
            // Under the lock no other writer has appended, so cutting the file removes only our own
            // lines.
            ftruncate(descriptor, off_t(old.count))
            throw error
        }
        return added
    }

    private func contents(of descriptor: Int32) throws(ReportingError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = pread(descriptor, &chunk, chunk.count, off_t(bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw ReportingError.notWritten("read", path: path, errno: errno, option: option)
            }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }
}

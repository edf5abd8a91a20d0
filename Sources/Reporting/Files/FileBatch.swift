import Foundation

/// Files that appear together or not at all, and replace those of an earlier run.
///
///     add       .results.csv.4711.partial, .run.json.4711.partial   written, synced
///     publish   run.json     ─▸ .run.json.4711.former      the seal first: without it a folder
///               results.csv  ─▸ .results.csv.4711.former   holds no run
///               sweep.csv    ─▸ .sweep.csv.4711.former     of the earlier run alone
///               partials     ─▸ results.csv
///               partial      ─▸ run.json                   the seal last
///               formers removed
///
/// An error reverts every step, and the folder has its old files. A process that dies between the
/// two moves of the seal leaves a folder without a seal, which later commands do not accept as a
/// run; the next run removes that process's hidden files.
///
/// A caller that adds files must call `publish`, or `discard`.
package struct FileBatch {
    private struct Entry {
        var path: String
        /// The new file under its hidden name; `nil` for one that is only to go.
        var partial: String?
        /// The command's option that names the file; an error suggests it.
        var option: String
    }

    /// The file that marks a folder as a run's, if the batch has one.
    private let seal: String?
    private var entries: [Entry] = []
    /// Destinations that are not regular files, and their bytes, which are written after all files.
    private var poured: [(path: String, bytes: [UInt8], option: String)] = []
    /// The option that names the place of the files, for messages.
    private let option: String

    /// - Parameters:
    ///   - seal: the path of the file that is removed first and published last.
    ///   - option: the command's option that names the place of the files; an error suggests it.
    package init(seal: String? = nil, option: String = "--output") {
        self.seal = seal
        self.option = option
    }

    /// Writes a file under a hidden name.
    ///
    /// One fsync.
    ///
    /// - Parameter own: the option that names this file; `nil` for the batch's.
    /// - Throws: `ReportingError`; then the batch is discarded.
    package mutating func add(
        _ bytes: [UInt8], as path: String, isExecutable: Bool = false, option own: String? = nil
    ) throws(ReportingError) {
        let option = own ?? self.option
        switch FileDestination(path) {
        case .into: poured.append((path, bytes, option))
        case .name(let name):
            do throws(ReportingError) {
                entries.append(
                    Entry(
                        path: name,
                        partial: try AtomicFile.stage(
                            bytes, for: name, mode: isExecutable ? 0o755 : 0o644, option: option),
                        option: option))
            } catch {
                discard()
                throw error
            }
        }
    }

    /// Writes a text under a hidden name, in UTF-8.
    ///
    /// One fsync.
    ///
    /// - Throws: `ReportingError`; then the batch is discarded.
    mutating func add(
        _ text: String, as path: String, option: String? = nil
    ) throws(ReportingError) {
        try add(Array(text.utf8), as: path, option: option)
    }

    /// Has a file of an earlier run taken away when the others appear.
    package mutating func remove(_ path: String) {
        entries.append(Entry(path: path, partial: nil, option: option))
    }

    /// Removes the hidden files.
    ///
    /// No file has appeared under its name yet.
    package mutating func discard() {
        for entry in entries { entry.partial.map { _ = unlink($0) } }
        entries = []
        poured = []
    }

    /// Has all files appear.
    ///
    /// - Throws: `ReportingError`; every file is then as it was before.
    package mutating func publish() throws(ReportingError) {
        let sealed = entries.filter { $0.path == seal }
        let others = entries.filter { $0.path != seal }
        var done: [(from: String, to: String)] = []
        do throws(ReportingError) {
            for entry in sealed + others {
                // A folder stays, and makes the move of its new file fail with the right words.
                guard Self.isFile(entry.path) else { continue }
                try Self.move(
                    entry.path, to: AtomicFile.formerPath(for: entry.path), naming: entry, &done)
            }
            for entry in others + sealed {
                guard let partial = entry.partial else { continue }
                try Self.move(partial, to: entry.path, naming: entry, &done)
            }
        } catch {
            for step in done.reversed() { rename(step.to, step.from) }
            discard()
            throw error
        }
        for entry in entries { unlink(AtomicFile.formerPath(for: entry.path)) }
        entries = []
        defer { poured = [] }
        for (path, bytes, option) in poured {
            try AtomicFile.pour(bytes, into: path, option: option)
        }
    }

    private static func move(
        _ from: String, to target: String, naming entry: Entry,
        _ done: inout [(from: String, to: String)]
    ) throws(ReportingError) {
        guard rename(from, target) == 0 else {
            throw ReportingError.notWritten(
                "write", path: entry.path, errno: errno, option: entry.option)
        }
        done.append((from, target))
    }

    /// Whether the path has a file or a symbolic link.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }
}

import Execution
import Foundation
import StoreIO

/// The files of a store as a log leaves them, by applying one operation after the other.
struct Replay {
    /// The bytes of each incarnation, also of deleted ones.
    private var contents: [Int: [UInt8]] = [:]
    /// The incarnation that is in the directory under each suffix.
    private(set) var linked: [String: Int] = [:]

    /// Applies operations, the first of them, by default all, to the files of `base`.
    init(_ log: StoreLog, first count: Int? = nil, over base: [String: [UInt8]] = [:]) {
        for operation in log.operations.prefix(count ?? log.operations.count) {
            apply(operation, of: log, base)
        }
    }

    /// The bytes of the file under each suffix.
    var files: [String: [UInt8]] { linked.mapValues { contents[$0]! } }

    private mutating func apply(
        _ operation: StoreLog.Operation, of log: StoreLog, _ base: [String: [UInt8]]
    ) {
        let file = operation.file
        switch operation.kind {
        case .create:
            let suffix = log.files[file].pathSuffix
            contents[file] = operation.isExisting ? base[suffix]! : []
            precondition(contents[file]!.count == operation.length, "the base has another size")
            linked[suffix] = file
        case .write:
            let end = operation.offset + operation.length
            resize(file, to: max(end, contents[file]!.count))
            contents[file]!.replaceSubrange(
                operation.offset..<end, with: log.payload[operation.payload])
        case .truncate: resize(file, to: operation.length)
        case .delete: linked[log.files[file].pathSuffix] = nil
        case .sync, .commit, .checkpointBegun, .checkpointDone, .note, .fault: break
        }
    }

    private mutating func resize(_ file: Int, to size: Int) {
        let count = contents[file]!.count
        if size < count { contents[file]!.removeLast(count - size) }
        if size > count { contents[file]! += [UInt8](repeating: 0, count: size - count) }
    }
}

/// The bytes of a store's files on disk by suffix, without the wal-index.
///
/// Closing a descriptor drops this process's locks on the file: call it only while no other process
/// or thread uses the store, or will use it again.
func filesOnDisk(_ path: String) throws -> [String: [UInt8]] {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent()
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        guard name.hasPrefix(url.lastPathComponent), !name.hasSuffix("-shm") else { continue }
        files[String(name.dropFirst(url.lastPathComponent.count))] =
            [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }
    return files
}

extension StoreLog {
    /// The operations behind an index as words.
    ///
    /// `Ww24` writes 24 bytes into the log (w; m database, j journal), `C` creates, `E` existed
    /// before, `T` truncates, `S` syncs, `D/1` deletes and syncs the directory, `F` is a commit,
    /// `K(` and `)K` a checkpoint, `N7` a note, `!` a fault.
    func words(from start: Int = 0) -> String {
        operations[start...].map(word).joined(separator: " ")
    }

    private func word(_ operation: Operation) -> String {
        let letters: [StoreFile: String] = [.main: "m", .wal: "w", .journal: "j", .other: "o"]
        let file =
            operation.file >= 0
            ? letters[files[operation.file].class]!
            : operation.failedFile.map { letters[$0]! } ?? ""
        switch operation.kind {
        case .create: return (operation.isExisting ? "E" : "C") + file
        case .write: return "W\(file)\(operation.length)"
        case .truncate: return "T\(file)\(operation.length)"
        case .sync: return "S\(file)"
        case .delete: return "D\(file)/\(operation.syncsDirectory ? 1 : 0)"
        case .commit: return "F"
        case .checkpointBegun: return "K("
        case .checkpointDone: return ")K"
        case .note: return "N\(operation.noteID!)"
        case .fault: return "!\(operation.failedCall!)-\(file)-\(operation.result)"
        }
    }
}

/// The common part of two logs of the same work: all but times and bytes.
func outline(_ log: StoreLog) -> StoreLog {
    var log = log
    log.keepsPayload = false
    log.payload = []
    for index in log.operations.indices {
        log.operations[index].at = Instant(nanoseconds: 0)
        log.operations[index].payload = 0..<0
        // How long it took.
        if log.operations[index].kind == .sync { log.operations[index].offset = 0 }
    }
    return log
}

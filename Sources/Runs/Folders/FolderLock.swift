import Foundation
import Glibc
import Synchronization

/// A folder that one process at a time works in.
///
/// The kernel holds the lock (flock on the folder itself) and gives it up when its process ends,
/// however that ends: no file is left that a later process would have to judge.
package final class FolderLock: Sendable {
    /// The open folder, or −1 after `release` and where the file system knows no locks.
    private let descriptor: Mutex<Int32>
    /// The folder of the lock.
    private let folder: Identity?
    /// The folders whose locks this process has.
    private static let own = Mutex<Set<Identity>>([])

    /// The identity of a folder, whatever its path.
    private struct Identity: Hashable {
        let device: UInt
        let inode: UInt

        init(_ status: stat) {
            device = UInt(status.st_dev)
            inode = UInt(status.st_ino)
        }

        init?(of path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            self.init(status)
        }
    }

    private init(_ descriptor: Int32, of folder: Identity?) {
        self.descriptor = Mutex(descriptor)
        self.folder = folder
    }

    /// Takes the lock of an existing folder, until `release`.
    ///
    /// On a file system without locks for folders, such as some that are mounted over a network,
    /// every process gets one.
    ///
    /// - Parameter purpose: the folder's use, as the message has it: `report`.
    /// - Throws: `RunsError.folderInUse` if a process has it, this one included.
    package static func take(_ path: String, purpose: String) throws -> FolderLock {
        switch attempt(path) {
        case .taken(let lock): return lock
        case .unknown: return FolderLock(-1, of: nil)
        case .held(let folder): throw RunsError.folderInUse(path, purpose, holder(of: folder))
        }
    }

    /// Takes the lock if no process has it and the file system has locks.
    static func takeIfFree(_ path: String) -> FolderLock? {
        guard case .taken(let lock) = attempt(path) else { return nil }
        return lock
    }

    deinit {
        release()
    }

    /// Gives the lock up.
    ///
    /// Calling it again does nothing.
    package func release() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 {
                if let folder { _ = Self.own.withLock { $0.remove(folder) } }
                // A child that is being started has the open file, too, until it executes.
                flock(descriptor, LOCK_UN)
                close(descriptor)
            }
            descriptor = -1
        }
    }

    private enum Attempt {
        case taken(FolderLock)
        case held(Identity)
        case unknown
    }

    private static func attempt(_ path: String) -> Attempt {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return .unknown }
        var status = stat()
        fstat(descriptor, &status)
        let folder = Identity(status)
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
            _ = own.withLock { $0.insert(folder) }
            return .taken(FolderLock(descriptor, of: folder))
        }
        let isHeld = errno == EWOULDBLOCK
        close(descriptor)
        return isHeld ? .held(folder) : .unknown
    }

    /// The process that has the lock of a folder; `nil` if the system does not show it, as for
    /// another user's process.
    ///
    /// It is searched among the open files of each process. The kernel's list of all locks comes
    /// page by page; while some thousand locks come and go, the list lacks lines.
    private static func holder(of folder: Identity) -> Int32? {
        if own.withLock({ $0.contains(folder) }) { return getpid() }
        let processes = names(in: "/proc").compactMap { Int32($0) }.sorted()
        return processes.first { process in
            names(in: "/proc/\(process)/fd").contains { file in
                Identity(of: "/proc/\(process)/fd/\(file)") == folder
                    && isLocked("/proc/\(process)/fdinfo/\(file)")
            }
        }
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// Whether the description of an open file contains a lock.
    ///
    ///     lock:   1: FLOCK  ADVISORY  WRITE 4711 08:01:524401 0 EOF
    private static func isLocked(_ description: String) -> Bool {
        (try? String(contentsOfFile: description, encoding: .utf8))?.contains("FLOCK") == true
    }
}

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
    /// The folder's, where the lock was taken.
    private let inode: UInt?
    /// Of the folders whose locks this process has.
    private static let own = Mutex<Set<UInt>>([])

    private init(_ descriptor: Int32, of inode: UInt?) {
        self.descriptor = Mutex(descriptor)
        self.inode = inode
    }

    /// Takes the lock of an existing folder, until `release`.
    ///
    /// Where the file system has no locks for folders, as some that are mounted over a network,
    /// every process gets one.
    ///
    /// - Parameter purpose: what the folder is for, as the message has it: `report`.
    /// - Throws: `RunsError.folderInUse` where a process has it, this one included.
    package static func take(_ path: String, purpose: String) throws -> FolderLock {
        switch attempt(path) {
        case .taken(let lock): return lock
        case .unknown: return FolderLock(-1, of: nil)
        case .held(let inode): throw RunsError.folderInUse(path, purpose, holder(of: inode))
        }
    }

    /// Takes the lock where no process has it and the file system has locks.
    static func takeIfFree(_ path: String) -> FolderLock? {
        guard case .taken(let lock) = attempt(path) else { return nil }
        return lock
    }

    deinit {
        release()
    }

    /// Gives the lock up. Calling it again does nothing.
    package func release() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 {
                if let inode { _ = Self.own.withLock { $0.remove(inode) } }
                close(descriptor)
            }
            descriptor = -1
        }
    }

    private enum Attempt {
        case taken(FolderLock)
        case held(inode: UInt)
        case unknown
    }

    private static func attempt(_ path: String) -> Attempt {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return .unknown }
        var status = stat()
        fstat(descriptor, &status)
        let inode = UInt(status.st_ino)
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
            _ = own.withLock { $0.insert(inode) }
            return .taken(FolderLock(descriptor, of: inode))
        }
        let isHeld = errno == EWOULDBLOCK
        close(descriptor)
        return isHeld ? .held(inode: inode) : .unknown
    }

    /// The process that has the lock of a folder; `nil` where the kernel does not tell.
    ///
    /// The kernel gives its list page by page. A lock that some process gives up in between moves
    /// all later lines up, so that one is skipped: what is not found is looked for again.
    private static func holder(of inode: UInt) -> Int32? {
        if own.withLock({ $0.contains(inode) }) { return getpid() }
        for _ in 0..<10 {
            if let holder = listedHolder(of: inode) { return holder }
        }
        return nil
    }

    ///     1: FLOCK  ADVISORY  WRITE 4711 08:01:524401 0 EOF
    private static func listedHolder(of inode: UInt) -> Int32? {
        guard let text = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else {
            return nil
        }
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK",
                words[5].split(separator: ":").last.flatMap({ UInt($0) }) == inode
            else { continue }
            return Int32(words[4])
        }
        return nil
    }
}

import Execution
import Foundation

/// A new file whose calls a kernel times, in nanoseconds.
///
/// Every call throws `DeviceError` with the system's reason.
struct KernelFile {
    private let path: String
    private let descriptor: Int32

    /// - Parameter path: of a file that does not exist.
    init(at path: String) throws {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
    }

    /// Closes it, and removes it from its folder.
    func remove() {
        close(descriptor)
        unlink(path)
    }

    func append(_ count: Int) throws {
        let bytes = [UInt8](repeating: UInt8(count >> 12 & 0xFF), count: count)
        var written = 0
        while written < count {
            let taken = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress! + written, count - written)
            }
            if taken < 0, errno == EINTR { continue }
            guard taken > 0 else { throw failure() }
            written += taken
        }
    }

    /// The time of a sync, by the call that SQLite's VFS makes on Linux.
    func sync() throws -> Int64 {
        try time { fdatasync(descriptor) }
    }

    /// How long a cut to nothing waits for the disk: the processor's part of it is in other costs.
    func cut() throws -> Int64 {
        let began = ThreadClock.threadCPUNanoseconds
        let whole = try time { ftruncate(descriptor, 0) }
        return max(0, whole - (ThreadClock.threadCPUNanoseconds - began))
    }

    private func time(_ call: () -> Int32) throws -> Int64 {
        let began = ThreadClock.monotonic
        guard call() == 0 else { throw failure() }
        return (ThreadClock.monotonic - began).wholeNanoseconds
    }

    private func failure() -> DeviceError {
        .notSynced(path, reason: String(cString: strerror(errno)))
    }
}

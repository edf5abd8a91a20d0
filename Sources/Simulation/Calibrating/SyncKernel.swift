import Execution
import Foundation

/// Times syncs of a new file by the call that SQLite's VFS makes on Linux: `fdatasync`.
///
///     1,000 ×   append 4 KiB     fdatasync        the median and the tail
///        30 ×   append 256 KiB   fdatasync        what each KiB adds
package struct SyncKernel: Sendable {
    private static let small = (count: 1_000, bytes: 4 << 10)
    private static let large = (count: 30, bytes: 256 << 10)

    private let path: String

    /// - Parameter path: of a file that does not exist; it should lie where stores lie.
    package init(at path: String) {
        self.path = path
    }

    /// Runs all syncs, and removes the file.
    ///
    /// - Parameter progress: receives the share that is done now and then; a `false` ends the
    ///   kernel.
    /// - Returns: `nil` if `progress` ended it.
    /// - Throws: `DeviceError` with the system's reason.
    package func run(progress: (Double) -> Bool) throws -> SyncTimes? {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        defer {
            close(descriptor)
            unlink(path)
        }
        let sizes =
            [Int](repeating: Self.small.bytes, count: Self.small.count)
            + [Int](repeating: Self.large.bytes, count: Self.large.count)
        var times: [Int64] = []
        for (index, size) in sizes.enumerated() {
            if index.isMultiple(of: 20) {
                guard progress(Double(index) / Double(sizes.count)) else { return nil }
            }
            try append([UInt8](repeating: UInt8(index & 0xFF), count: size), to: descriptor)
            let began = ThreadClock.monotonic
            guard fdatasync(descriptor) == 0 else { throw failure() }
            times.append((ThreadClock.monotonic - began).wholeNanoseconds)
        }
        return SyncTimes(
            small: Array(times[..<Self.small.count]), smallBytes: Self.small.bytes,
            large: Array(times[Self.small.count...]), largeBytes: Self.large.bytes)
    }

    private func append(_ bytes: [UInt8], to descriptor: Int32) throws {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress! + written, bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            written += count
        }
    }

    private func failure() -> DeviceError {
        .notSynced(path, reason: String(cString: strerror(errno)))
    }
}

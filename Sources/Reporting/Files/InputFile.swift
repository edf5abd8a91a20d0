import Foundation

/// Reads a file that a user has named, which may be anything: a pipe, a folder, a device that never
/// ends.
package enum InputFile {
    /// The size up to which a file is read: forty times the run.json of an hour of smoke.
    ///
    /// A larger file is not a result of the lab.
    package static let largest = 256 << 20

    /// All of a file.
    ///
    /// - Returns: `nil` if the file cannot be read, or does not end within `largest` bytes.
    package static func contents(of path: String) -> Data? {
        // A FIFO without a writer is read as empty, and not waited for.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFL, 0)
        var data = Data()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { return data }
            data.append(contentsOf: chunk[..<count])
            guard data.count <= largest else { return nil }
        }
    }
}

import Execution
import Foundation
import Statistics

/// Times how long a file waits for the disk that is cut, as SQLite cuts a log which begins anew.
///
///     write 64 KiB   fdatasync   ftruncate to 0      what each call takes
///     write 4 MiB    fdatasync   ftruncate to 0      what each KiB adds
///
/// A file system that tells the disk which blocks it needs no more takes milliseconds for 4 MiB;
/// another one takes next to nothing.
package struct FreeingKernel: Sendable {
    /// The times of the cuts, in nanoseconds.
    package struct Times: Sendable {
        package fileprivate(set) var small: [Int64] = []
        package fileprivate(set) var large: [Int64] = []

        package init(small: [Int64] = [], large: [Int64] = []) {
            self.small = small
            self.large = large
        }
    }

    private static let smallBytes = 64 << 10
    private static let largeBytes = 4 << 20

    private let path: String

    /// - Parameter path: of a file that does not exist; it should lie where stores lie.
    package init(at path: String) {
        self.path = path
    }

    /// Cuts a small and a large file some times each, and removes them.
    ///
    /// - Throws: `DeviceError` with the system's reason.
    package func run(_ count: Int, into times: inout Times) throws {
        for _ in 0..<count {
            times.small.append(try time(Self.smallBytes))
            times.large.append(try time(Self.largeBytes))
        }
    }

    private func time(_ bytes: Int) throws -> Int64 {
        let file = try KernelFile(at: path)
        defer { file.remove() }
        try file.append(bytes)
        _ = try file.sync()
        return try file.cut()
    }

    /// What a device's file says of the times.
    ///
    /// - Precondition: there is one of each size at least.
    package static func numbers(of times: Times) -> Device.Freeing {
        let few = Sample(times.small.map(Double.init)).median!
        let many = Sample(times.large.map(Double.init)).median!
        let price = max(0, (many - few) * 1024 / Double(largeBytes - smallBytes)).rounded()
        let source =
            "median of \(times.small.count) files of \(smallBytes >> 10) KiB and "
            + "\(times.large.count) of \(largeBytes >> 20) MiB, each synced and cut to nothing"
        return Device.Freeing(
            call: SourcedNumber(
                max(0, few - price * Double(smallBytes) / 1024).rounded(), mark: .measured,
                source: "\(source), less the price of their space"),
            kibibyte: SourcedNumber(price, mark: .measured, source: source))
    }
}

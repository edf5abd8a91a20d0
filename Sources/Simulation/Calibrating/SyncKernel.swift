import Execution
import Foundation
import Statistics

/// Times syncs of a new file by the call that SQLite's VFS makes on Linux: `fdatasync`.
///
///     1,000 ×   append 4 KiB     fdatasync        the median and the tail
///        30 ×   append 4 MiB     fdatasync        what each KiB adds
///
/// A log has 4 MiB, a thousand pages, when a checkpoint syncs it.
///
/// In parts, between which runs are measured, so that they meet the disk that the runs meet. Parts
/// that met a spell in which it was slow are left out; they are less than half of all.
package struct SyncKernel: Sendable {
    /// The times of the syncs, in nanoseconds, in the parts of the kernel.
    package struct Series: Sendable {
        package struct Part: Sendable {
            fileprivate(set) var small: [Int64] = []
            fileprivate(set) var large: [Int64] = []

            package init(small: [Int64] = [], large: [Int64] = []) {
                self.small = small
                self.large = large
            }
        }

        /// From how many times the median part's p90 on a part's p90 is that of a slow spell.
        private static let spell = 4.0

        fileprivate(set) var parts: [Part] = []

        package var small: [Int64] { parts.flatMap(\.small) }
        package var large: [Int64] { parts.flatMap(\.large) }

        package init() {}

        package init(parts: [Part]) { self.parts = parts }

        /// The parts outside of spells in which the disk was slow.
        ///
        /// In such a spell one sync after the other is slow. A tail is drawn for each sync alone,
        /// which would spread one spell over all runs.
        var calm: [Part] {
            let slow = parts.map { Sample($0.small.map(Double.init)).quantile(0.9) ?? 0 }
            guard let usual = Sample(slow).median else { return parts }
            return parts.indices.filter { slow[$0] < Self.spell * usual }.map { parts[$0] }
        }
    }

    fileprivate static let small = (count: 1_000, bytes: 4 << 10)
    fileprivate static let large = (count: 30, bytes: 4 << 20)

    private let path: String
    private let parts: Int

    /// - Parameters:
    ///   - path: of a file that does not exist; it should lie where stores lie.
    ///   - parts: the number of parts that all syncs are shared among.
    /// - Precondition: there is a part at least.
    package init(at path: String, parts: Int = 1) {
        precondition(parts > 0, "syncs are timed in one part at least")
        self.path = path
        self.parts = parts
    }

    /// Runs one part of the syncs, and removes the file.
    ///
    /// Before them, one is not timed: it makes the file known to the disk.
    ///
    /// - Parameters:
    ///   - part: counted from 0.
    ///   - series: receives the times.
    ///   - progress: receives the share of the part that is done now and then; a `false` ends the
    ///     kernel.
    /// - Returns: whether `progress` let it go on to its end.
    /// - Throws: `DeviceError` with the system's reason.
    package func run(
        _ part: Int = 0, into series: inout Series, progress: (Double) -> Bool
    ) throws -> Bool {
        let file = try KernelFile(at: path)
        defer { file.remove() }
        let (small, large) = (share(part, of: Self.small.count), share(part, of: Self.large.count))
        _ = try Self.time(Self.small.bytes, in: file)
        series.parts.append(Series.Part())
        let part = series.parts.count - 1
        for index in 0..<(small + large) {
            if index.isMultiple(of: 20) {
                guard progress(Double(index) / Double(small + large)) else { return false }
            }
            if index < small {
                series.parts[part].small.append(try Self.time(Self.small.bytes, in: file))
            } else {
                series.parts[part].large.append(try Self.time(Self.large.bytes, in: file))
            }
        }
        return true
    }

    /// How many of a number of syncs belong to a part.
    private func share(_ part: Int, of count: Int) -> Int {
        count * (part + 1) / parts - count * part / parts
    }

    /// The time of a sync after bytes were appended, in nanoseconds.
    private static func time(_ bytes: Int, in file: KernelFile) throws -> Int64 {
        try file.append(bytes)
        return try file.sync()
    }
}

extension SyncTimes {
    /// The times of the kernel's calm parts.
    ///
    /// - Precondition: all parts have run.
    package init(_ series: SyncKernel.Series) {
        let calm = series.calm
        self.init(
            small: calm.flatMap(\.small), smallBytes: SyncKernel.small.bytes,
            large: calm.flatMap(\.large), largeBytes: SyncKernel.large.bytes,
            spells: series.parts.count - calm.count)
    }
}

import Foundation
import Glibc

/// The resources of a process between two rounds of a soak.
struct SoakFigures: CustomStringConvertible {
    let memoryBytes: Int
    let descriptors: Int
    let logBytes: Int
    let storeBytes: Int
    let registeredObjects: Int
    let rows: Int

    static let header =
        "round,memory (KiB),descriptors,log (KiB),store (KiB),registered objects,rows"

    var description: String {
        [
            memoryBytes / 1024, descriptors, logBytes / 1024, storeBytes / 1024, registeredObjects,
            rows,
        ]
        .map(String.init).joined(separator: ",")
    }

    /// The figures that may not grow, by name, each with the size of a random growth.
    static let bounded: [(String, @Sendable (SoakFigures) -> Int, slack: Int)] = [
        ("memory", { $0.memoryBytes }, 1 << 20),
        ("descriptors", { $0.descriptors }, 0),
        ("log", { $0.logBytes }, 64 << 10),
        ("store", { $0.storeBytes }, 256 << 10),
        ("registered objects", { $0.registeredObjects }, 64),
    ]

    /// The memory that no file stands behind.
    static func anonymousBytes() -> Int {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map {
            $0 * 1024
        } ?? 0
    }

    static func openDescriptors() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    static func bytes(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The growth from the second quarter to the last, in sentences: the largest value of the last
    /// quarter lies above the second's by more than 5 % and the slack.
    ///
    /// The first quarter fills the store. A figure that grows by the round is far beyond chance
    /// after as many rounds as a soak has.
    static func growth(in samples: [SoakFigures]) -> [String] {
        let quarter = samples.count / 4
        let before = samples[quarter..<(2 * quarter)]
        let after = samples[(samples.count - quarter)...]
        return bounded.compactMap { name, value, slack in
            let first = before.map(value).max() ?? 0
            let last = after.map(value).max() ?? 0
            guard last > first + first / 20 + slack else { return nil }
            return "\(name) grew from \(first) to \(last)"
        }
    }
}

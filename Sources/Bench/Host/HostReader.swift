import Foundation
import Glibc
import Results
import StoreIO

/// Reads the properties of the machine that a reader of figures must know.
///
/// The host has no name, so that a report can be passed on.
package enum HostReader {
    /// Reads the machine.
    ///
    /// - Parameter storeFolder: the stores' folder: the figures are those of its file system.
    package static func read(storeFolder: String) -> Results.Host {
        Host(
            system: system(), processor: processor(), cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
            memoryBytes: memoryBytes(), sqlite: StoreCheck.libraryVersion,
            fileSystem: fileSystem(of: storeFolder))
    }

    /// Whether files of this file system never reach a disk, so that syncing them costs nothing.
    package static func isInMemory(_ fileSystem: String) -> Bool {
        ["tmpfs", "ramfs"].contains(fileSystem)
    }

    /// `Debian GNU/Linux 12 (bookworm), Linux 6.18.5`.
    private static func system() -> String {
        let release = text(of: "/etc/os-release").split(separator: "\n")
            .first { $0.hasPrefix("PRETTY_NAME=") }
            .map { $0.dropFirst("PRETTY_NAME=".count).trimmingCharacters(in: ["\""]) }
        let kernel = text(of: "/proc/sys/kernel/osrelease")
        return [release, kernel.isEmpty ? nil : "Linux \(kernel)"].compactMap { $0 }
            .joined(separator: ", ")
    }

    private static func processor() -> String {
        let line = text(of: "/proc/cpuinfo").split(separator: "\n")
            .first { $0.hasPrefix("model name") }
        return line?.split(separator: ":", maxSplits: 1).last
            .map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
    }

    private static func memoryBytes() -> Int64 {
        Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The type of the mount that a folder lies on, by the longest mount point above it.
    private static func fileSystem(of folder: String) -> String {
        let path = URL(filePath: folder).resolvingSymlinksInPath().path
        var best: (point: Substring, type: Substring) = ("", "unknown")
        for line in text(of: "/proc/self/mounts").split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2 else { continue }
            let point = fields[1]
            let isAbove = point == "/" || path == point || path.hasPrefix(point + "/")
            if isAbove, point.count >= best.point.count { best = (point, fields[2]) }
        }
        return String(best.type)
    }

    private static func text(of path: String) -> String {
        ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
            .trimmingCharacters(in: .newlines)
    }
}

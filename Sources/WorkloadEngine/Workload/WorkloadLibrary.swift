import Documents
import Foundation
import Synchronization

/// The folders of workloads, and of the files that they name.
///
/// The library searches a name as `Workloads/NAME.yaml` from the current folder upward, and then
/// from the folder of the running program upward, which finds the package of its build. A path
/// stays as it is.
package struct WorkloadLibrary: Sendable {
    /// Folders called `Workloads`, the nearest first.
    package let folders: [URL]

    /// - Parameter starts: folders from which the search goes upward, in order.
    package init(startingAt starts: [URL] = WorkloadLibrary.usualStarts) {
        var folders: [URL] = []
        for start in starts {
            var folder = start.standardizedFileURL
            // A current folder that was removed has no path, and nothing above it.
            while folder.path.hasPrefix("/") {
                let candidate = folder.appending(path: "Workloads", directoryHint: .isDirectory)
                if Self.isFolder(candidate), !folders.contains(candidate) {
                    folders.append(candidate)
                }
                let parent = folder.deletingLastPathComponent().standardizedFileURL
                if parent.path.count >= folder.path.count { break }
                folder = parent
            }
        }
        self.folders = folders
    }

    /// A folder from which the search goes upward last: a program that lies in a package of its own
    /// names the lab's.
    package static func search(from folder: URL) {
        more.withLock { $0 = folder }
    }

    private static let more = Mutex<URL?>(nil)

    /// The current folder, the folder of the running program, and that of `search(from:)`.
    package static var usualStarts: [URL] {
        let current = URL(filePath: FileManager.default.currentDirectoryPath)
        let program = Bundle.main.executableURL?.deletingLastPathComponent()
        return [current] + [program, more.withLock { $0 }].compactMap { $0 }
    }

    /// Suites lie beside workloads; this ending keeps them out of the list.
    package static let suiteEnding = ".suite.yaml"

    /// The names of all workloads, sorted.
    package var names: [String] {
        var names: Set<String> = []
        for folder in folders {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            for file in files
            where file.hasSuffix(".yaml") && !file.hasSuffix(Self.suiteEnding) {
                names.insert(Self.name(ofFile: file))
            }
        }
        return names.sorted()
    }

    /// The file for a name or path.
    ///
    /// - Throws: `WorkloadError` with the nearest name if the file does not exist.
    package func file(named name: String) throws -> String {
        if name.contains("/") || name.hasSuffix(".yaml") {
            if FileManager.default.isReadableFile(atPath: name) { return name }
        } else {
            for folder in folders {
                let file = folder.appending(path: "\(name).yaml").path
                if FileManager.default.isReadableFile(atPath: file) { return file }
            }
        }
        throw WorkloadError.unknownWorkload(
            name, nearest: NearestName.find(Self.name(ofFile: name), among: names), known: names)
    }

    /// The URL of a path in a workload file: from that file's folder, or, if no file is there, from
    /// a `Workloads` folder, so that a workload elsewhere can use the lab's data.
    func url(of path: String, namedIn file: String) -> URL {
        if path.hasPrefix("/") { return URL(filePath: path) }
        let beside = URL(filePath: file).deletingLastPathComponent().appending(path: path)
        let candidates = [beside] + folders.map { $0.appending(path: path) }
        return candidates.first { FileManager.default.fileExists(atPath: $0.path) } ?? beside
    }

    static func name(ofFile file: String) -> String {
        URL(filePath: file).deletingPathExtension().lastPathComponent
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
            && isFolder.boolValue
    }
}

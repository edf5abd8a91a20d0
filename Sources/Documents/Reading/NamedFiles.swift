import Foundation

/// The files of one ending in some folders, each called by its name without the ending.
package struct NamedFiles: Sendable {
    /// The nearest first: its files stand over those of the others.
    package let folders: [URL]
    package let ending: String

    /// - Parameter ending: with its dot.
    package init(in folders: [URL], ending: String = ".yaml") {
        self.folders = folders
        self.ending = ending
    }

    /// The names of all files, sorted.
    package var names: [String] {
        var names: Set<String> = []
        for folder in folders {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            for file in files where file.hasSuffix(ending) {
                names.insert(String(file.dropLast(ending.count)))
            }
        }
        return names.sorted()
    }

    /// The nearest readable file of a name; `nil` if there is none.
    package func file(named name: String) -> String? {
        folders.map { $0.appending(path: name + ending).path }
            .first { FileManager.default.isReadableFile(atPath: $0) }
    }

    /// Whether a text names a file by its path, and not by its name.
    package static func isPath(_ text: String) -> Bool {
        text.contains("/") || text.hasSuffix(".yaml")
    }
}

import Documents
import Foundation

/// The folders of devices, `Devices` in each folder of workloads.
package struct DeviceLibrary: Sendable {
    /// The nearest first.
    private let folders: [URL]

    /// - Parameter workloads: the folders of workloads.
    package init(beside workloads: [URL]) {
        folders = workloads.map { $0.appending(path: "Devices", directoryHint: .isDirectory) }
    }

    /// The names of all devices, sorted.
    package var names: [String] { names(in: nil) }

    private func names(in subfolder: String?) -> [String] {
        var names: Set<String> = []
        for folder in folders(subfolder) {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            for file in files where file.hasSuffix(".yaml") {
                names.insert(String(file.dropLast(".yaml".count)))
            }
        }
        return names.sorted()
    }

    /// Whether a document is meant as a device: no workload and no topology has a processor.
    package static func isMeant(by document: Document) -> Bool {
        (try? document.mapping().keys)?.contains("processor") == true
    }

    /// Reads a device by name or file.
    ///
    /// - Throws: `DeviceError` with the nearest name if it does not exist; `DocumentError` with
    ///   every mistake in its file.
    package func device(_ name: String) throws -> Device {
        if name.contains("/") || name.hasSuffix(".yaml") {
            let file = URL(filePath: name).deletingPathExtension().lastPathComponent
            return try read(name, as: file)
        }
        guard let file = file(name, in: nil) else {
            throw DeviceError.unknown(name, known: names)
        }
        return try read(file, as: name)
    }

    private func read(_ file: String, as name: String) throws -> Device {
        // A device of one's own may have its tail beside it.
        let own = URL(filePath: file).deletingLastPathComponent()
            .appending(path: "Tails", directoryHint: .isDirectory)
        return try DeviceReader(document: Document(contentsOf: file), name: name) { tail in
            guard let node = try? tail.string(),
                let file = Self.file(node, in: [own]) ?? self.file(node, in: "Tails")
            else {
                throw DocumentError.unknownName(
                    try tail.string(), what: "tail", at: tail.position, path: tail.path,
                    known: names(in: "Tails"))
            }
            return try DeviceReader.tail(in: Document(contentsOf: file), name: node)
        }.read()
    }

    private func folders(_ subfolder: String?) -> [URL] {
        guard let subfolder else { return folders }
        return folders.map { $0.appending(path: subfolder, directoryHint: .isDirectory) }
    }

    private func file(_ name: String, in subfolder: String?) -> String? {
        Self.file(name, in: folders(subfolder))
    }

    private static func file(_ name: String, in folders: [URL]) -> String? {
        folders.map { $0.appending(path: "\(name).yaml").path }
            .first { FileManager.default.isReadableFile(atPath: $0) }
    }
}

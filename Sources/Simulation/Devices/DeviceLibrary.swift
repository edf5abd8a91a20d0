import Documents
import Foundation

/// The folders of devices, `Devices` in each folder of workloads.
package struct DeviceLibrary: Sendable {
    private let files: NamedFiles
    private let tails: NamedFiles

    /// - Parameter workloads: the folders of workloads.
    package init(beside workloads: [URL]) {
        let folders = workloads.map { $0.appending(path: "Devices", directoryHint: .isDirectory) }
        files = NamedFiles(in: folders)
        tails = NamedFiles(in: folders.map(Self.tails(in:)))
    }

    private static func tails(in folder: URL) -> URL {
        folder.appending(path: "Tails", directoryHint: .isDirectory)
    }

    /// The names of all devices, sorted.
    package var names: [String] { files.names }

    /// Whether a document is meant as a device: no workload and no topology has a processor.
    package static func isMeant(by document: Document) -> Bool {
        (try? document.mapping().keys)?.contains("processor") == true
    }

    /// Reads a device by name or file.
    ///
    /// - Throws: `DeviceError` with the nearest name if it does not exist; `DocumentError` with
    ///   every mistake in its file.
    package func device(_ name: String) throws -> Device {
        if NamedFiles.isPath(name) {
            let file = URL(filePath: name).deletingPathExtension().lastPathComponent
            return try read(name, as: file)
        }
        guard let file = files.file(named: name) else {
            throw DeviceError.unknown(name, known: names)
        }
        return try read(file, as: name)
    }

    private func read(_ file: String, as name: String) throws -> Device {
        // A device of one's own may have its tail beside it.
        let own = NamedFiles(in: [Self.tails(in: URL(filePath: file).deletingLastPathComponent())])
        return try DeviceReader(document: Document(contentsOf: file), name: name) { tail in
            guard let node = try? tail.string(),
                let file = own.file(named: node) ?? tails.file(named: node)
            else {
                throw DocumentError.unknownName(
                    try tail.string(), what: "tail", at: tail.position, path: tail.path,
                    known: tails.names)
            }
            return try DeviceReader.tail(in: Document(contentsOf: file), name: node)
        }.read()
    }
}

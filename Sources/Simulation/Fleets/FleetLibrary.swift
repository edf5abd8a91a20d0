import Documents
import Foundation

/// The folders of fleets, `Fleets` in each folder of workloads.
package struct FleetLibrary: Sendable {
    private let files: NamedFiles

    /// - Parameter workloads: the folders of workloads.
    package init(beside workloads: [URL]) {
        files = NamedFiles(
            in: workloads.map { $0.appending(path: "Fleets", directoryHint: .isDirectory) })
    }

    /// The names of all fleets, sorted.
    package var names: [String] { files.names }

    /// Reads a fleet by name or file.
    ///
    /// - Throws: `DeviceError` with the nearest name if it does not exist; `DocumentError` with
    ///   every mistake in its file.
    package func fleet(_ text: String) throws -> Fleet {
        guard let file = NamedFiles.isPath(text) ? text : files.file(named: text) else {
            throw DeviceError.unknownFleet(text, known: names)
        }
        let name = URL(filePath: file).deletingPathExtension().lastPathComponent
        return try FleetReader.read(Document(contentsOf: file), name: name)
    }
}

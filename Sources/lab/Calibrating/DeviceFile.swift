import Foundation
import Reporting
import Simulation

/// The file of a calibrated device, and its tail's in the folder `Tails` beside it.
struct DeviceFile: Sendable {
    let path: String

    /// The device's name: that of the file.
    var name: String { URL(filePath: path).deletingPathExtension().lastPathComponent }

    private var folder: String { URL(filePath: path).deletingLastPathComponent().path }
    private var tails: String { URL(filePath: folder).appending(path: "Tails").path }

    /// Makes the folders, and proves that files can be written to them.
    ///
    /// - Throws: `ReportingError`.
    func prepare() throws {
        for folder in [folder, tails] { try ReportFolder(path: folder).prepare() }
    }

    /// Writes both files, or neither.
    ///
    /// - Throws: `ReportingError`.
    func write(_ device: Device) throws {
        let writer = DeviceWriter(device)
        var files = FileBatch()
        try files.add(Array(writer.tailText.utf8), as: "\(tails)/\(device.tail.name).yaml")
        try files.add(Array(writer.text.utf8), as: path)
        try files.publish()
    }
}

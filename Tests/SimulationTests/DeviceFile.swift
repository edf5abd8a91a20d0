import Foundation
import Simulation

/// A device's file as a text, one part of which a test replaces.
enum DeviceFile {
    static let whole = """
        schema: 1
        title: A phone
        about: Made up.
        measured: false
        processor: { value: 2, low: 1.5, high: 3, mark: derived, source: a score }
        apple: { value: 10, low: 7, high: 14, mark: derived, source: three checks }
        cores: { value: 2, high: 6, mark: assumed, source: two of six are fast }
        wake: { value: 30us, low: 20us, mark: assumed, source: as another }
        sync:
          becomes: barrier
          fsync: { value: 40us, mark: assumed, source: as another }
          barrier: { value: 3.2ms, mark: seen, source: a table }
          per-kib: { value: 5us, mark: secondary, source: a review }
          tail: flash
        free:
          call: { value: 200us, high: 300us, mark: assumed, source: as another }
          per-kib: { value: 1us, low: 500ns, mark: assumed, source: as another }
        """

    static let tail = """
        schema: 1
        quantiles:
          p90: { value: 1.6, mark: assumed, source: between }
          p99.9: { value: 19, mark: seen, source: a paper }
        cap: { value: 36, mark: derived, source: a trace }
        """

    /// Reads a device from a folder that holds it, and its tail.
    static func device(
        _ text: String = whole, tail: String = tail
    ) throws -> Device {
        let workloads = FileManager.default.temporaryDirectory
            .appending(path: "devices-\(UUID().uuidString)")
        let tails = workloads.appending(path: "Devices/Tails")
        try FileManager.default.createDirectory(at: tails, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: workloads) }
        try Data(text.utf8).write(to: workloads.appending(path: "Devices/phone.yaml"))
        try Data(tail.utf8).write(to: tails.appending(path: "flash.yaml"))
        return try DeviceLibrary(beside: [workloads]).device("phone")
    }
}

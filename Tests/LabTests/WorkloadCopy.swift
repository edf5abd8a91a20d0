import Foundation

/// A copy of the shipped workloads, to be spoiled by a test.
struct WorkloadCopy {
    let folder: TemporaryFolder

    /// The package's `Workloads`, found from this file.
    static let shipped = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Workloads")

    init() throws {
        folder = try TemporaryFolder()
        let files = FileManager.default
        for name in ["Data", "Models", "smoke.yaml"] {
            try files.copyItem(
                at: Self.shipped.appending(path: name),
                to: URL(filePath: folder.file(name)))
        }
    }

    /// The path of the copied `smoke.yaml`.
    var workload: String { folder.file("smoke.yaml") }

    /// Replaces a text, which must be there.
    func replace(_ old: String, by new: String, in name: String) throws {
        let text = try folder.text(name)
        guard text.contains(old) else { throw Missing(text: old, file: name) }
        try folder.write(text.replacing(old, with: new), to: name)
    }

    /// The model's file, below the folder.
    static let model = "Models/Atlas.xcdatamodeld/Atlas.xcdatamodel/contents"

    struct Missing: Error {
        var text: String
        var file: String
    }
}

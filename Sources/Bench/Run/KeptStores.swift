import Foundation
import Runs
import StoreIO
import Synchronization
import WorkloadEngine

/// The folder of `--keep-stores`: each topology's store of its last repetition, or of the one that
/// failed.
package final class KeptStores: Sendable {
    package let folder: String
    private let failures = Mutex([BenchError]())

    /// - Parameter folder: an existing folder.
    package init(folder: String) {
        self.folder = folder
    }

    /// The reasons why stores could not be kept.
    ///
    /// The figures do not depend on it.
    package var errors: [BenchError] { failures.withLock { $0 } }

    /// Copies a store with its log, replacing an older copy: `single-main.sqlite`.
    ///
    /// If it cannot be copied whole, no file is left, and `errors` has the reason.
    func keep(_ topology: SelectedTopology, from scratch: ScratchFolder) {
        let name = topology.variant.replacing(":", with: "-").replacing("/", with: "-")
            .replacing(" ", with: "-")
        let suffixes = ["", "-wal", "-journal"]
        do {
            for suffix in suffixes {
                try copy(
                    scratch.file(RunSetup.storeName + suffix), as: "\(name).sqlite\(suffix)")
            }
            // The folder around that of the large values.
            let source = StoreFile.externalFolder(besides: scratch.file(RunSetup.storeName))
            try copy((source as NSString).deletingLastPathComponent, as: ".\(name)_SUPPORT")
        } catch {
            // A store without its log is another store.
            for suffix in suffixes { remove("\(name).sqlite\(suffix)") }
            remove(".\(name)_SUPPORT")
            failures.withLock { $0.append(error) }
        }
    }

    private func copy(_ source: String, as name: String) throws(BenchError) {
        remove(name)
        guard FileManager.default.fileExists(atPath: source) else { return }
        do {
            try FileManager.default.copyItem(atPath: source, toPath: path(name))
        } catch {
            throw BenchError.notKept(path(name), cause: error)
        }
    }

    private func remove(_ name: String) {
        try? FileManager.default.removeItem(atPath: path(name))
    }

    private func path(_ name: String) -> String {
        URL(filePath: folder).appending(path: name).path
    }
}

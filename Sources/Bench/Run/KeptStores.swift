import Foundation
import Probes
import Runs

/// The folder of `--keep-stores`: each topology's store of its last repetition.
package struct KeptStores: Sendable {
    package let folder: String

    /// - Parameter folder: an existing folder.
    package init(folder: String) {
        self.folder = folder
    }

    /// Copies a store with its log, in place of an older one: `single-main.sqlite`.
    ///
    /// - Throws: `BenchError.notWritten`.
    func keep(_ topology: SelectedTopology, from scratch: ScratchFolder) throws {
        let name = topology.variant.replacing(":", with: "-").replacing("/", with: "-")
            .replacing(" ", with: "-")
        let files = FileManager.default
        for suffix in ["", "-wal", "-journal"] {
            let source = scratch.file(RunSetup.storeName + suffix)
            let target = URL(filePath: folder).appending(path: "\(name).sqlite\(suffix)").path
            try? files.removeItem(atPath: target)
            guard files.fileExists(atPath: source) else { continue }
            do {
                try files.copyItem(atPath: source, toPath: target)
            } catch {
                throw BenchError.notKept(target, cause: error)
            }
        }
    }
}

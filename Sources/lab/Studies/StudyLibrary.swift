import Documents
import Foundation
import Verdicts
import WorkloadEngine

/// The studies: `Workloads/Studies/NAME.study.yaml`, below every folder of workloads.
struct StudyLibrary {
    private let files: NamedFiles

    init(_ workloads: WorkloadLibrary = WorkloadLibrary()) {
        files = NamedFiles(
            in: workloads.folders.map {
                $0.appending(path: "Studies", directoryHint: .isDirectory)
            }, ending: Study.suffix)
    }

    /// The names of all studies, sorted.
    var names: [String] { files.names }

    /// The file for a name or path.
    ///
    /// - Throws: `CommandFailure` with the nearest name if the file does not exist.
    func file(named name: String) throws -> String {
        let isThere = FileManager.default.isReadableFile(atPath: name)
        let file =
            NamedFiles.isPath(name) ? (isThere ? name : nil) : files.file(named: name)
        if let file { return file }
        let remedy = NearestName.remedy(for: name, among: names, what: "there are")
        throw CommandFailure(.usage, "there is no study “\(name)”; \(remedy)")
    }
}

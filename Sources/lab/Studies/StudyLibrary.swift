import Documents
import Foundation
import Verdicts
import WorkloadEngine

/// The studies: `Workloads/Studies/NAME.study.yaml`, below every folder of workloads.
struct StudyLibrary {
    private let folders: [URL]

    init(_ workloads: WorkloadLibrary = WorkloadLibrary()) {
        folders = workloads.folders.map {
            $0.appending(path: "Studies", directoryHint: .isDirectory)
        }
    }

    /// The names of all studies, sorted.
    var names: [String] {
        var names: Set<String> = []
        for folder in folders {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            for file in files where file.hasSuffix(Study.suffix) {
                names.insert(String(file.dropLast(Study.suffix.count)))
            }
        }
        return names.sorted()
    }

    /// The file for a name or path.
    ///
    /// - Throws: `CommandFailure` with the nearest name if the file does not exist.
    func file(named name: String) throws -> String {
        if name.contains("/") || name.hasSuffix(".yaml") {
            if FileManager.default.isReadableFile(atPath: name) { return name }
        } else {
            for folder in folders {
                let file = folder.appending(path: name + Study.suffix).path
                if FileManager.default.isReadableFile(atPath: file) { return file }
            }
        }
        let remedy = NearestName.remedy(for: name, among: names, what: "there are")
        throw CommandFailure(.usage, "there is no study “\(name)”; \(remedy)")
    }
}

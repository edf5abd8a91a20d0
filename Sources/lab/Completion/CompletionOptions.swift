import ArgumentParser
import Documents
import Reporting
import Results
import Simulation
import Topologies
import WorkloadEngine

/// What a shell offers for a word, from the catalogue and the folders as they are now.
enum CompletionOptions {
    /// Workloads by name; a shell adds files itself where there are none.
    static let workloads = CompletionKind.custom { _, _, _ in WorkloadLibrary().names }

    static let studies = CompletionKind.custom { _, _, _ in StudyLibrary().names }

    /// Topologies, workloads, devices and fleets.
    static let explained = CompletionKind.custom { _, _, word in
        guard !word.contains(":") else { return topologies(word) }
        let library = WorkloadLibrary()
        return topologies(word) + library.names
            + DeviceLibrary(beside: library.folders).names
            + FleetLibrary(beside: library.folders).names
    }

    /// Topologies, and behind `NAME:` their fields.
    static let topology = CompletionKind.custom { _, _, word in topologies(word) }

    /// Figures, as limits and gates name them.
    static let figures = CompletionKind.custom { _, _, _ in Metric.names }

    /// Named baselines in the usual folder.
    static let baselines = CompletionKind.custom { _, _, _ in
        BaselineShelf(folder: BaselineShelf.usualFolder).names
    }

    /// Keys of the workload that the line names, and `topology.` with each field.
    static let settings = CompletionKind.custom { words, _, _ in
        let fields = Set(
            TopologyCatalogue.all.flatMap { TopologyField.all(of: $0).map(\.name) })
        return keys(ofLine: words) + fields.sorted().map { "topology.\($0)=" }
    }

    static let yaml = CompletionKind.file(extensions: ["yaml"])

    private static func topologies(_ word: String) -> [String] {
        // A shell quotes the word as it stands on the line.
        let word = word.trimmingPrefix { $0 == "'" || $0 == "\"" }
        guard let colon = word.firstIndex(of: ":") else {
            return TopologyCatalogue.all.map(\.name)
        }
        let name = word[..<colon]
        guard let topology = TopologyCatalogue.all.first(where: { $0.name == name }) else {
            return []
        }
        // The fields before the last comma stay as they are.
        let rest = word[word.index(after: colon)...]
        let kept = rest.lastIndex(of: ",").map { rest[...$0] } ?? ""
        return TopologyField.all(of: topology).map { "\(name):\(kept)\($0.name)=" }
    }

    /// The keys of the roles of the workload that the words of a line name.
    private static func keys(ofLine words: [String]) -> [String] {
        guard let option = words.firstIndex(of: "--workload"), option + 1 < words.count,
            let document = try? Workload.document(
                named: words[option + 1], settings: [], library: WorkloadLibrary()),
            let mapping = try? document.mapping()
        else { return [] }
        return
            (try? mapping.keys.flatMap { key -> [String] in
                guard key == "roles" else { return ["\(key)="] }
                let roles = try document.root.descending(["roles"]).mapping()
                return try roles.keys.flatMap { role in
                    try document.root.descending(["roles", role]).mapping().keys
                        .map { "roles.\(role).\($0)=" }
                }
            }) ?? []
    }
}

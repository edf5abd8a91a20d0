import CrashLab
import Results

/// The parts of an exploration that several machines have made, as the one that one machine makes.
struct CrashMerge {
    let result: CrashResult

    /// - Throws: `CommandFailure`.
    init(_ folders: [String]) throws {
        let parts = try PartFolders<CrashResult>(folders).parts
        var whole = parts[0]
        whole.head.part = nil
        whole.head.started = parts.map(\.head.started).min() ?? whole.head.started
        whole.head.isInterrupted = parts.contains(where: \.head.isInterrupted)
        whole.head.warnings = parts.flatMap(\.head.warnings).reduce(into: []) { warnings, one in
            if !warnings.contains(one) { warnings.append(one) }
        }
        // They were dealt one by one.
        var rest = parts.map { $0.configurations[...] }
        whole.configurations = (0..<(parts[0].head.part?.total ?? 0)).compactMap {
            rest[$0 % parts.count].popFirst()
        }
        result = whole
    }

    /// The part that was broken on purpose.
    var control: CrashControl? {
        result.configurations.lazy.compactMap(\.exploration)
            .compactMap { CrashControl(rawValue: $0.control) }.first
    }
}

import CrashLab

/// A state's address as reports print it: the run, and the state in the run.
///
/// The report's folder may precede it.
///
///     Reports/smoke-crash/private-writer:flush=5s+wal/full,batch=50/P3/682/17
///     └─ folder ────────┘ └─ topology ──────────┘ └ mode ┘ └ batch┘ └ state ┘
struct ReplayedState: Sendable, Hashable {
    /// The folder of the report that has the rest; `nil` if the command line has it.
    let folder: String?
    let variant: String
    let mode: StoreMode
    /// `nil` for the workload's own.
    let batch: Int?
    let state: StateAddress

    /// Reads an address; `nil` if the text is malformed.
    init?(_ text: String) {
        // Folders may have plus signs; nothing after the topology has one.
        guard let plus = text.lastIndex(of: "+") else { return nil }
        let run = text[..<plus]
        let parts = text[text.index(after: plus)...].split(separator: "/", maxSplits: 2)
        guard parts.count == 3, let state = StateAddress(parts[2]) else { return nil }
        let settings = parts[1].split(
            separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard let mode = StoreMode("\(parts[0])/\(settings[0])") else { return nil }
        if settings.count == 2 {
            let key = "batch="
            guard settings[1].hasPrefix(key), let batch = Int(settings[1].dropFirst(key.count)),
                batch > 0
            else { return nil }
            self.batch = batch
        } else {
            batch = nil
        }
        let slash = run.lastIndex(of: "/")
        folder = slash.map { $0 == run.startIndex ? "/" : String(run[..<$0]) }
        variant = String(slash.map { run[run.index(after: $0)...] } ?? run)
        guard !variant.isEmpty else { return nil }
        self.mode = mode
        self.state = state
    }

    /// How the report names the run: `siblings+wal/full,batch=50`.
    var run: String { "\(variant)+\(mode)" + (batch.map { ",batch=\($0)" } ?? "") }
}

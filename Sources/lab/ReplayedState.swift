import CrashLab

/// A state as reports name it: the run, and the state in it.
///
///     private-writer:flush=5s+wal/full/P3/682/17
///     └─ topology ──────────┘ └ mode ┘ └ state ┘
struct ReplayedState: Equatable {
    let variant: String
    let mode: StoreMode
    let state: StateAddress

    /// `nil` for a text that is none.
    init?(_ text: String) {
        // A topology's fields may hold anything but a plus sign.
        let sides = text.split(separator: "+", maxSplits: 1)
        guard sides.count == 2 else { return nil }
        let parts = sides[1].split(separator: "/", maxSplits: 2)
        guard parts.count == 3, let mode = StoreMode("\(parts[0])/\(parts[1])"),
            let state = StateAddress(parts[2])
        else { return nil }
        variant = String(sides[0])
        self.mode = mode
        self.state = state
    }
}

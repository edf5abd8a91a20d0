/// The followers of one context in the order in which they came, held weakly. Used on its queue.
struct ContextFollowers {
    private struct Entry {
        weak var follower: (any ContextFollower)?
    }

    private var entries: [Entry] = []

    /// Whether there may be somebody.
    var isEmpty: Bool { entries.isEmpty }

    /// Adds one that is not there yet.
    mutating func add(_ follower: any ContextFollower) {
        entries.removeAll { $0.follower == nil }
        guard !entries.contains(where: { $0.follower === follower }) else { return }
        entries.append(Entry(follower: follower))
    }

    mutating func remove(_ follower: any ContextFollower) {
        entries.removeAll { $0.follower == nil || $0.follower === follower }
    }

    /// Tells those who are there when it begins.
    func tell(_ notification: ContextNotification, _ info: [AnyHashable: Any]) {
        for entry in entries {
            switch notification {
            case .didChange: entry.follower?.contextDidChange(info)
            case .didMergeIDs: entry.follower?.contextDidMerge(info)
            default: break
            }
        }
    }
}

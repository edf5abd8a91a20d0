/// The followers of one context in the order they were added, held weakly; used on its queue.
struct ContextFollowers {
    private struct Entry {
        weak var follower: (any ContextFollower)?
    }

    private var entries: [Entry] = []

    /// Whether the context has no followers; a released one may still count.
    var isEmpty: Bool { entries.isEmpty }

    /// Adds a follower, unless it follows already.
    mutating func add(_ follower: any ContextFollower) {
        entries.removeAll { $0.follower == nil }
        guard !entries.contains(where: { $0.follower === follower }) else { return }
        entries.append(Entry(follower: follower))
    }

    mutating func remove(_ follower: any ContextFollower) {
        entries.removeAll { $0.follower == nil || $0.follower === follower }
    }

    /// Informs the followers that are present when the call begins.
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

/// A type of store whose crashes were not examined, and the reason: it has no figures, not even
/// zeros.
package struct UnmeasuredStore: Codable, Sendable, Hashable {
    /// As a workload's `store.type` names it.
    package var type: String
    package var reason: String

    package init(type: String, reason: String) {
        self.type = type
        self.reason = reason
    }

    /// The types of store that Core Data has besides SQLite's.
    package static let all: [UnmeasuredStore] =
        ["binary", "xml"].map { type in
            UnmeasuredStore(
                type: type,
                reason: "not written through SQLite: each save writes a whole new file and renames "
                    + "it, and the log of SQLite's calls sees nothing of that")
        } + [
            UnmeasuredStore(
                type: "in-memory",
                reason: "not written at all: it ends with its process, whatever was saved")
        ]
}

/// A fault that a measured child commits on purpose, to prove that the lab would find it.
///
/// Only the request of a child can contain one. No key of a workload makes one, so an ordinary run
/// cannot have it. `lab selftest` plants them, and so does an option of `lab run` that its help
/// does not show; the name of the topology then says so in every file and table.
package enum Plant: Codable, Sendable, Hashable {
    /// Spans of this cause (Architecture.md, “The causes”) on the main thread take longer, by a
    /// share of their own time: 0.1.
    case cost(cause: String, share: Double)
    /// The store takes the first row of this table and forgets it, without an error.
    case lostRow(table: String)
    /// The stack does more work for the same outcome.
    case moreWork(MoreWork)

    /// What a stack does once more.
    package enum MoreWork: String, Codable, Sendable, CaseIterable {
        /// A statement that reads, at each save.
        case statement
        /// A merge of each save.
        case merge
        /// A sync of the log, at each commit.
        case sync
    }

    /// The work that is planted; `nil` for another plant.
    package var moreWork: MoreWork? {
        if case .moreWork(let work) = self { work } else { nil }
    }
}

/// That repetitions of this result alternated with those of others, on one machine at one time.
///
///     baseline   1     2  3        …
///     candidate     1        2  3  …      one session, two arms
///
/// Then the n-th repetitions of two arms met the same machine and are a pair: what disturbed the
/// machine for minutes is in both of them.
package struct Interleaving: Codable, Sendable, Hashable {
    /// The same for all results that alternated, and for no other: the id of the command that did
    /// it.
    package var session: String
    /// What this one was called: `baseline`, `candidate`.
    package var arm: String

    package init(session: String, arm: String) {
        self.session = session
        self.arm = arm
    }

    /// Whether repetitions of two results are pairs.
    package static func arePaired(_ first: Interleaving?, _ second: Interleaving?) -> Bool {
        guard let first, let second else { return false }
        return first.session == second.session && first.arm != second.arm
    }
}

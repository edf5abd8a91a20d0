/// Repetitions of this result that alternated with those of others, on one machine at one time.
///
///     baseline   1     2  3        …
///     candidate     1        2  3  …      one session, two arms
///
/// The n-th repetitions of two arms then met the same machine and are a pair: a disturbance of
/// minutes affects both of them.
package struct Interleaving: Codable, Sendable, Hashable {
    /// The same for all results that alternated, and for no other: the id of the command that did
    /// it.
    package var session: String
    /// The arm's name: `baseline`, `candidate`.
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

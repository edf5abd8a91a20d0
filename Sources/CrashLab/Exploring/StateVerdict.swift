/// What a crash state recovers to.
enum StateVerdict: Hashable, Sendable {
    /// Exactly the store after this commit.
    case commit(Int)
    /// No commit's store, or none that SQLite reads.
    case broken(String)
}

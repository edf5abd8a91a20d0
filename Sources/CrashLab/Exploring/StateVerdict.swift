/// The commit that a crash state recovers to, or its damage.
enum StateVerdict: Hashable, Sendable {
    /// Exactly the store after this commit.
    case commit(Int)
    /// The store matches no commit, or SQLite cannot read it.
    case broken(String)
}

/// An operation that no sync has followed: a loss of power may leave all of it, parts, or nothing.
struct UndecidedOperation: Hashable, Sendable {
    /// What a disk writes as a whole.
    static let sectorSize = 512

    /// Its place in the log.
    let index: Int
    /// How many sectors it touches; 1 for what is no write.
    let sectors: Int
}

/// An operation that no sync has followed: a loss of power may leave all of it, parts, or nothing.
struct UndecidedOperation: Hashable, Sendable {
    /// The unit that a disk writes as a whole.
    static let sectorSize = 512

    /// Its position in the log.
    let index: Int
    /// The number of sectors that it touches; 1 for an operation other than a write.
    let sectors: Int
}

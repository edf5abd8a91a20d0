/// An operation that no sync has followed: a loss of power may leave all of it, parts, or nothing.
struct UndecidedOperation: Hashable, Sendable {
    /// What a disk writes as a whole.
    static let sectorSize = 512

    /// Its place in the log.
    let index: Int
    /// How many sectors it touches; 1 for what is no write.
    let sectors: Int
}

/// What a loss of power has left of an undecided operation.
enum OperationFate: Equatable, Sendable {
    /// What lies beyond the end of a file that has grown, where its bytes were lost.
    enum Tail: CaseIterable, Sendable {
        /// The file did not grow there.
        case absent
        case zeros
        case garbage
    }

    case kept
    case lost
    /// Some sectors, and not others.
    case torn(kept: [Bool], tail: Tail)

    /// Whether nothing of it is there.
    var isLost: Bool {
        switch self {
        case .kept: false
        case .lost: true
        case .torn(let kept, _): !kept.contains(true)
        }
    }
}

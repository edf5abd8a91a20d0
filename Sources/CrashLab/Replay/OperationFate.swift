/// The part of an undecided operation that survives a loss of power.
enum OperationFate: Equatable, Sendable {
    /// The bytes beyond the old end of a file that has grown, if its new bytes were lost.
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

import Execution

/// Draws states that a loss of power may leave, from a seed.
///
///     P2   each write whole or not at all
///     P3   each sector of 512 bytes; files that grew may end in zeros or garbage
///
/// A sample first draws the surviving share, from nearly nothing to nearly all. Bugs hide at both
/// ends, where one write survives while all others are lost, or is lost while all others survive.
struct StateSampler {
    private static let shares = [0.05, 0.5, 0.9, 0.98]

    private var random: RandomStream

    init(_ stream: RandomStream) {
        random = stream
    }

    mutating func fates(
        _ undecided: [UndecidedOperation], bySector: Bool
    ) -> [OperationFate] {
        let share = Self.shares[pick(Self.shares.count)]
        return undecided.map { operation in
            guard operation.sectors > 1, bySector else {
                // Truncates and names are one thing each: even odds find more than rare ones.
                let odds = operation.sectors == 1 ? max(0.5, share) : share
                return random.unit() < odds ? .kept : .lost
            }
            let kept = (0..<operation.sectors).map { _ in random.unit() < share }
            if !kept.contains(false) { return .kept }
            return .torn(kept: kept, tail: OperationFate.Tail.allCases[pick(3)])
        }
    }

    /// A number below `count`.
    mutating func pick(_ count: Int) -> Int {
        min(count - 1, Int(random.unit() * Double(count)))
    }
}

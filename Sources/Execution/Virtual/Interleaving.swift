/// The choice of one order among those that virtual time allows.
///
/// The canonical order goes by time and, at one instant, by arrival. A seed draws another: the
/// order at one instant, and some short delays, as a machine makes them that takes the processor
/// away. Delays only move a thread's clock on, so the result is still a possible run.
struct Interleaving {
    /// One yield in eight is delayed: often enough to move every operation against any other over
    /// a few dozen seeds, seldom enough that most of them run as they stand in the code.
    private static let delayedYields: UInt64 = 8
    /// The longest delay is 2^20 ns, about the length of a save; short ones are as frequent.
    private static let delayPowers: UInt64 = 21

    private let isCanonical: Bool
    private var stream: RandomStream
    private var count: UInt64 = 0

    init(seed: UInt64) {
        isCanonical = seed == 0
        stream = RandomStream(seed: seed).keyed("interleaving")
    }

    /// The number that orders an event among those of one instant.
    mutating func nextSequence() -> UInt64 {
        if isCanonical {
            count += 1
            return count
        }
        return stream.next()
    }

    /// How long a thread is kept from running before it goes on.
    mutating func nextDelay() -> Int64 {
        if isCanonical { return 0 }
        let bits = stream.next()
        guard bits % Self.delayedYields == 0 else { return 0 }
        return 1 << Int64((bits >> 8) % Self.delayPowers)
    }
}

/// A computation that never changes: its CPU time shows how fast the machine is at the moment.
///
/// One part is arithmetic with branches that cannot be foreseen, the other walks through more
/// memory than a core's caches have, in an order that no prefetcher foresees. Each takes some
/// milliseconds in an optimised build. Comparisons divide the speed out of times where that makes
/// their intervals narrower.
package struct ReferenceComputation: Sendable {
    /// The version of the computation; times of two versions do not compare.
    package static let version = 1

    private static let steps = 1_200_000
    private static let words = 1 << 20
    private static let touches = 400_000

    // One thread uses it.
    private nonisolated(unsafe) let memory: UnsafeMutablePointer<UInt64>

    /// Measures the machine's speed now: the CPU time of one computation, in nanoseconds.
    ///
    /// Its memory, 8 MiB, is free again when it returns, so that the peak of a measured run does
    /// not contain it.
    package static func measure() -> Int64 {
        let computation = ReferenceComputation()
        defer { computation.end() }
        // The first run warms the memory and the branch predictor.
        _ = computation.run()
        return computation.run()
    }

    /// Allocates and fills the memory.
    private init() {
        memory = .allocate(capacity: Self.words)
        for index in 0..<Self.words { memory[index] = UInt64(truncatingIfNeeded: index) }
    }

    private func end() {
        memory.deallocate()
    }

    /// Runs once and returns the CPU time of the calling thread, in nanoseconds.
    private func run() -> Int64 {
        let began = ThreadClock.threadCPUNanoseconds
        var value: UInt64 = 0x9E37_79B9_7F4A_7C15
        var sum: UInt64 = 0
        var step = 0
        while step < Self.steps {
            value ^= value << 13
            value ^= value >> 7
            value ^= value << 17
            if value & 5 == 0 { sum &+= value } else { sum ^= value >> 3 }
            step += 1
        }
        var touch = 0
        while touch < Self.touches {
            value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let index = Int(truncatingIfNeeded: (value >> 40) & UInt64(Self.words - 1))
            memory[index] &+= sum
            sum &+= memory[index]
            touch += 1
        }
        // A use of the sum, or the optimiser would drop the loops.
        memory[0] = sum
        return ThreadClock.threadCPUNanoseconds - began
    }
}

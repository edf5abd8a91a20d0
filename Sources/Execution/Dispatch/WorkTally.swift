import Synchronization

/// Counts work on several threads: one row of counters for the main thread, one for all others.
///
/// The main thread never shares a counter, so that counting costs it about 10 ns a charge and no
/// waiting. Background queues share theirs: the engine charges in bulk, so that two of them seldom
/// meet.
final class WorkTally: Sendable {
    // Atomics: any thread may add or read. Two allocations, so that no cache line holds both rows.
    private nonisolated(unsafe) let onMain = WorkTally.makeRow()
    private nonisolated(unsafe) let elsewhere = WorkTally.makeRow()

    private static func makeRow() -> UnsafeMutablePointer<Atomic<Int>> {
        let row = UnsafeMutablePointer<Atomic<Int>>.allocate(
            capacity: Work.allCases.count + padding)
        for index in 0..<Work.allCases.count + padding { (row + index).initialize(to: Atomic(0)) }
        return row
    }

    /// A cache line of 64 bytes behind each row, in words.
    private static let padding = 8

    deinit {
        onMain.deallocate()
        elsewhere.deallocate()
    }

    @inline(__always)
    func add(_ work: Work, _ count: Int, isOnMain: Bool) {
        let row = isOnMain ? onMain : elsewhere
        row[work.rawValue].wrappingAdd(count, ordering: .relaxed)
    }

    /// The counts at this moment; work that runs meanwhile is in them or not.
    var counts: WorkCounts {
        var counts = WorkCounts()
        for work in Work.allCases {
            counts.add(work, onMain[work.rawValue].load(ordering: .relaxed), isOnMain: true)
            counts.add(work, elsewhere[work.rawValue].load(ordering: .relaxed), isOnMain: false)
        }
        return counts
    }
}

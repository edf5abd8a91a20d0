/// How much of each kind of work was done, on the main thread and on all others.
///
/// Take one at each end of what you measure and subtract.
package struct WorkCounts: Sendable, Hashable {
    private var onMain = [Int](repeating: 0, count: Work.allCases.count)
    private var elsewhere = [Int](repeating: 0, count: Work.allCases.count)

    /// Nothing done.
    package init() {}

    /// The amount of a kind on all threads.
    package subscript(work: Work) -> Int { onMain[work.rawValue] + elsewhere[work.rawValue] }

    /// The amount of a kind on the main thread.
    package func onMainThread(_ work: Work) -> Int { onMain[work.rawValue] }

    package mutating func add(_ work: Work, _ count: Int, isOnMain: Bool) {
        if isOnMain {
            onMain[work.rawValue] += count
        } else {
            elsewhere[work.rawValue] += count
        }
    }

    package static func - (left: WorkCounts, right: WorkCounts) -> WorkCounts {
        var difference = left
        for index in left.onMain.indices {
            difference.onMain[index] -= right.onMain[index]
            difference.elsewhere[index] -= right.elsewhere[index]
        }
        return difference
    }
}

/// How often each probe did its work, on the main thread and elsewhere.
package struct ProbeCounts: Sendable {
    private var onMain = [Int](repeating: 0, count: ProbeKind.allCases.count)
    private var elsewhere = [Int](repeating: 0, count: ProbeKind.allCases.count)

    package init() {}

    package mutating func add(_ kind: ProbeKind, _ count: Int = 1, isOnMain: Bool) {
        if isOnMain {
            onMain[kind.rawValue] += count
        } else {
            elsewhere[kind.rawValue] += count
        }
    }

    package func count(of kind: ProbeKind, isOnMain: Bool) -> Int {
        isOnMain ? onMain[kind.rawValue] : elsewhere[kind.rawValue]
    }
}

import Execution
import Results

/// How long a run of a workload takes if nothing is late, from its phases and the due times of its
/// operations.
///
///     import, for: 150ms    ├──┤                              the phase's own time
///     4 batches, every 30s  ├─────────┼─────────┼─────────┤   nominal: until the last is due
///                           ╰─ 30 s ──╯                       longest pause
package struct RunLength: Sendable, Hashable {
    /// All phases, each until its time is over and its last operation has come due.
    package let nominal: Duration
    /// The phases' own times, without the time that a pace adds.
    package let phases: Duration
    /// The longest time in which no operation comes due: a watchdog must wait at least that long.
    package let longestPause: Duration
    /// The most objects that one operation inserts, changes or deletes.
    package let largestOperation: Int
    /// How often an operation inserts, changes or deletes an object.
    package let edits: Int
    /// Whether batches come due when the previous one is saved: the run then takes longer than
    /// `nominal`, by the time that the stack needs for them.
    package let isAtLeast: Bool

    /// - Complexity: O(operations).
    package init(_ workload: Workload, _ plan: OperationPlan) {
        var nominal = Duration.zero
        var longestPause = Duration.zero
        var lastDue = workload.phases.map { _ in Duration.zero }
        var largestOperation = 0
        var edits = 0
        // Of one phase they are in the order of their due times.
        for operation in plan.operations {
            let pause = operation.due - lastDue[operation.phase]
            longestPause = max(longestPause, pause)
            lastDue[operation.phase] = operation.due
            largestOperation = max(largestOperation, operation.edits)
            edits += operation.edits
        }
        for (phase, last) in zip(workload.phases, lastDue) {
            nominal += max(phase.length, last)
            longestPause = max(longestPause, phase.length - last)
        }
        self.nominal = nominal
        self.longestPause = longestPause
        self.largestOperation = largestOperation
        self.edits = edits
        phases = workload.phases.reduce(.zero) { $0 + $1.length }
        isAtLeast =
            workload.importer?.pace == nil && plan.operations.contains { $0.kind == .importBatch }
    }

    /// A time in the usual units, to a second if it is longer than ten: `450 ms`, `3.2 s`, `52 s`,
    /// `9 min 30 s`, `2 h 5 min`.
    package static func words(_ seconds: Double) -> String {
        if seconds < 0.9995 { return "\(Int((seconds * 1_000).rounded())) ms" }
        if seconds < 9.95 {
            let tenths = Int((seconds * 10).rounded())
            return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
        }
        let whole = Int(seconds.rounded())
        if whole < 60 { return "\(whole) s" }
        if whole < 3_600 { return pair(whole / 60, "min", whole % 60, "s") }
        let minutes = Int((seconds / 60).rounded())
        return pair(minutes / 60, "h", minutes % 60, "min")
    }

    private static func pair(_ large: Int, _ unit: String, _ small: Int, _ part: String) -> String {
        small == 0 ? "\(large) \(unit)" : "\(large) \(unit) \(small) \(part)"
    }

    /// `about 3.2 s`, or `3.2 s at least` with a closed loop, which has no planned end.
    package var words: String { Self.words(nominal.seconds, isAtLeast: isAtLeast) }

    /// A time that is known beforehand.
    package static func words(_ seconds: Double, isAtLeast: Bool) -> String {
        isAtLeast ? "\(words(seconds)) at least" : "about \(words(seconds))"
    }
}

import RandomPrograms
import Testing

/// The rules that programs about life and identity broke.
struct LifeFailures {
    private var counts: [String: Int] = [:]

    /// Runs a program; the first failure of each kind is shortened and printed, the others are
    /// counted.
    mutating func note(_ check: LifeCheck) {
        guard let report = check.report(shrinks: false) else { return }
        counts[report.rule, default: 0] += 1
        guard counts[report.rule] == 1 else { return }
        Issue.record("\(check.report()?.text ?? report.text)")
    }

    /// Fails the test, with an issue for each rule that was broken.
    func record() {
        for (rule, count) in counts.sorted(by: { $0.value > $1.value }) {
            Issue.record("\(count) programs: \(rule)")
        }
    }
}

import RandomPrograms
import Testing

/// The rules that programs about life and identity broke.
struct LifeFailures {
    /// How many programs broke each rule.
    private(set) var counts: [String: Int] = [:]

    /// Runs a program; the first failure of each kind is shortened and printed, the others are
    /// counted.
    mutating func note(_ check: LifeCheck) {
        guard let report = check.report(shrinks: false) else { return }
        counts[report.rule, default: 0] += 1
        guard counts[report.rule] == 1 else { return }
        Issue.record("\(check.report()?.text ?? report.text)")
    }
}

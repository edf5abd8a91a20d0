import Verdicts

/// A comparison and its outcome for programs: comparison.json.
package struct ComparisonDocument: Encodable, Sendable {
    let result: String
    let code: Int32
    let verdict: Verdict
    let headline: Comparison.Headline
    let gates: [GateVerdict]
    let comparison: Comparison

    package init(of report: ComparisonReport) {
        result = report.outcome.code.word
        code = report.outcome.code.rawValue
        verdict = report.comparison.verdict
        headline = report.comparison.headline
        gates = report.outcome.gates
        comparison = report.comparison
    }
}

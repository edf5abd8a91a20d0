import Results
import Verdicts

/// study.csv, every figure of every arm with the published one; ratios.csv, every published pair;
/// verdicts.csv, every order and claim with its parts.
package enum StudyTable {
    static let columns = [
        "schema", "run", "commit", "build", "study", "study_digest", "arm", "workload",
        "workload_digest", "topology", "seed", "phase", "role", "metric", "stat", "value", "unit",
        "better", "n", "low", "high", "published",
    ]

    static let ratioColumns = [
        "schema", "run", "study", "study_digest", "metric", "first", "second", "published",
        "measured", "low", "high", "rounds", "probability", "verdict",
    ]

    static let verdictColumns = [
        "schema", "run", "study", "study_digest", "kind", "number", "text", "verdict", "metric",
        "first", "second", "condition", "value", "low", "high", "unit", "rounds", "exact",
        "probability", "part_verdict", "reason", "rounds_needed",
    ]

    /// The bytes of study.csv.
    ///
    /// An arm that failed has no rows.
    package static func bytes(of judgement: StudyJudgement) -> [UInt8] {
        var table = CSVTable(columns: columns)
        let result = judgement.result
        for arm in result.arms where arm.result.failure == nil {
            for figure in arm.result.summary {
                // The published figure stands beside the figure that it is compared with.
                let compared = judgement.figure(figure.name, of: arm.label)
                let published =
                    compared?.key == figure.key
                    ? judgement.study.arms.first { $0.label == arm.label }?
                        .published(figure.name) : nil
                table.append([
                    String(result.schema), result.run, result.commit, result.build, result.study,
                    result.digest, arm.label, arm.workload, arm.workloadDigest, arm.variant,
                    String(arm.seed), figure.phase, figure.role, figure.metric, figure.statistic,
                    NumberText.exact(figure.value), figure.unit, figure.better.rawValue,
                    String(figure.count), figure.low.map(NumberText.exact) ?? "",
                    figure.high.map(NumberText.exact) ?? "",
                    published.map { NumberText.exact($0.value) } ?? "",
                ])
            }
        }
        return table.bytes
    }

    /// The bytes of ratios.csv: the first arm's figure over the second's.
    package static func ratios(of judgement: StudyJudgement) -> [UInt8] {
        var table = CSVTable(columns: ratioColumns)
        let result = judgement.result
        for pair in judgement.pairs {
            let head = [
                String(result.schema), result.run, result.study, result.digest, pair.metric,
                pair.first, pair.second, NumberText.exact(pair.published),
            ]
            let verdict = [
                pair.finding.probability.map(NumberText.exact) ?? "", pair.verdict?.rawValue ?? "",
            ]
            table.append(head + numbers(pair.finding.estimate) + verdict)
        }
        return table.bytes
    }

    /// The bytes of verdicts.csv: a row for each step of an order and each bound of a claim, and
    /// one for each order or claim without any.
    package static func verdicts(of judgement: StudyJudgement) -> [UInt8] {
        var table = CSVTable(columns: verdictColumns)
        let result = judgement.result
        func append(_ whole: [String], _ parts: [(finding: StudyFinding, condition: String)]) {
            let head = [String(result.schema), result.run, result.study, result.digest] + whole
            if parts.isEmpty {
                table.append(
                    head + Array(repeating: "", count: verdictColumns.count - head.count))
            }
            for part in parts {
                table.append(head + cells(part.finding, part.condition, in: judgement))
            }
        }
        for (index, order) in judgement.orders.enumerated() {
            append(
                [
                    "order", String(index + 1), "\(order.order.metric): \(order.order.description)",
                    order.verdict.rawValue,
                ], order.steps.map { ($0.finding, "") })
        }
        for (index, claim) in judgement.claims.enumerated() {
            append(
                ["claim", String(index + 1), claim.claim.text, claim.verdict.rawValue],
                claim.bounds.map { ($0.finding, $0.bound.condition) })
        }
        return table.bytes
    }

    private static func cells(
        _ finding: StudyFinding, _ condition: String, in judgement: StudyJudgement
    ) -> [String] {
        let unit = Metric.find(finding.metric)?.unit.rawValue ?? ""
        let numbers = numbers(finding.estimate)
        return [
            finding.metric, finding.first, finding.second ?? "", condition, numbers[0], numbers[1],
            numbers[2], finding.second == nil ? unit : "", numbers[3],
            finding.isExact ? "yes" : "no", finding.probability.map(NumberText.exact) ?? "",
            finding.verdict.rawValue, StudyFindingText(finding, in: judgement).reason ?? "",
            finding.roundsNeeded.map(String.init) ?? "",
        ]
    }

    /// Value, low, high, rounds.
    private static func numbers(_ estimate: StudyEstimate?) -> [String] {
        [estimate?.value, estimate?.low, estimate?.high].map { $0.map(NumberText.exact) ?? "" }
            + [estimate.map { String($0.rounds) } ?? ""]
    }
}

import Results
import Verdicts

/// study.csv, every figure of every arm with the published one, and ratios.csv, every pair.
package enum StudyTable {
    static let columns = [
        "schema", "run", "commit", "build", "study", "study_digest", "arm", "workload",
        "workload_digest", "topology", "seed", "phase", "role", "metric", "stat", "value", "unit",
        "better", "n", "low", "high", "published",
    ]

    static let ratioColumns = [
        "schema", "run", "study", "study_digest", "metric", "first", "second", "published",
        "measured", "low", "high", "same_order",
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
            table.append([
                String(result.schema), result.run, result.study, result.digest, pair.metric,
                pair.first, pair.second, NumberText.exact(pair.published),
                pair.measured.map { NumberText.exact($0.value) } ?? "",
                pair.measured.map { NumberText.exact($0.low) } ?? "",
                pair.measured.map { NumberText.exact($0.high) } ?? "",
                pair.hasSameOrder.map { String($0) } ?? "",
            ])
        }
        return table.bytes
    }
}

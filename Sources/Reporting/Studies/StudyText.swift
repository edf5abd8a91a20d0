import Results
import Verdicts

/// The output of a study, except the machine line.
package enum StudyText {
    /// The text, each line with its newline: the arms, the pairs, each order and each claim
    /// with its verdict.
    ///
    /// - Parameter width: in characters; lines keep to it wherever words allow.
    package static func text(of judgement: StudyJudgement, width: Int = TextLines.fileWidth)
        -> String
    {
        var sections = [head(of: judgement, width: width)]
        sections.append(TextTable(columns: StudyColumns.arms(judgement)).lines(width: width))
        sections.append(failures(of: judgement.result, width: width))
        // A table for each metric: names of pairs leave no room for two.
        for metric in judgement.study.metrics {
            let pairs = judgement.pairs.filter { $0.metric == metric }
            guard !pairs.isEmpty else { continue }
            sections.append(TextTable(columns: StudyColumns.pairs(pairs)).lines(width: width))
        }
        if !judgement.pairs.isEmpty {
            sections.append(TextLines.wrapped(StudyColumns.pairsLegend, width: width))
        }
        let entries = StudyEntry.all(of: judgement)
        sections.append(entries.orders.flatMap { lines(of: $0, width: width) })
        sections.append(entries.claims.flatMap { lines(of: $0, width: width) })
        for text in [StudySummary.method(judgement), StudySummary.sentence(judgement)] {
            sections.append(text.map { TextLines.wrapped($0, width: width) } ?? [])
        }
        let caution = Caution.text(of: judgement.result)
        sections.append(TextLines.wrapped(caution, width: width))
        return sections.filter { !$0.isEmpty }.joined(separator: [""])
            .map { $0 + "\n" }.joined()
    }

    private static func head(of judgement: StudyJudgement, width: Int) -> [String] {
        let result = judgement.result
        var facts = [
            RunQuality.repetitions(of: result.arms.map(\.result)),
            "digest \(result.digest.prefix(12))", "\(result.build) build",
            "commit \(result.commit.prefix(12))",
        ]
        if result.isInterrupted { facts.append("INTERRUPTED: what had run until then") }
        return TextLines.wrapped("\(judgement.study.name): \(judgement.study.title)", width: width)
            + TextLines.wrapped("published: \(judgement.study.source)", width: width)
            + TextLines.wrapped(facts.joined(separator: ", "), width: width)
    }

    private static func failures(of result: StudyResult, width: Int) -> [String] {
        result.arms.flatMap { arm -> [String] in
            guard let failure = arm.result.failure else { return [] }
            return TextLines.wrapped(
                "\(arm.label) has no figures: \(failure.message)", width: width)
                + failure.details.flatMap {
                    TextLines.wrapped($0, width: width, first: "    ")
                }
        }
    }

    private static func lines(of entry: StudyEntry, width: Int) -> [String] {
        TextLines.wrapped("\(entry.verdict): \(entry.text)", width: width)
            + entry.details.flatMap { TextLines.wrapped($0, width: width, first: "    ") }
    }
}

import Results
import Verdicts

/// The tables of a study: its arms with their figures, and their ratios.
enum StudyColumns {
    /// A row for each arm: the published figure, the measured one, and its range.
    static func arms(_ judgement: StudyJudgement) -> [TextTable.Column] {
        let arms = judgement.study.arms
        let names = TextTable.Column(title: "arm", alignsLeft: true, cells: arms.map(\.label))
        return [names]
            + judgement.study.metrics.flatMap { metric -> [TextTable.Column] in
                let figures = arms.map { judgement.figure(metric, of: $0.label) }
                let published = arms.map { arm in
                    arm.published(metric).map { NumberText.short($0.value) } ?? SummaryColumns.none
                }
                let title = StudyNames.title(of: metric)
                let isPublished = arms.contains { $0.published(metric) != nil }
                func column(_ name: String, _ cells: [String]) -> TextTable.Column {
                    TextTable.Column(group: title, title: name, cells: cells)
                }
                return (isPublished ? [column("published", published)] : [])
                    + [
                        column("here", figures.map { text($0?.value) }),
                        column("range", figures.map(range)),
                    ]
            }
    }

    /// A row for each pair of arms: the ratios of the first to the second.
    static func pairs(_ pairs: [StudyPair]) -> [TextTable.Column] {
        var metrics: [String] = []
        var names: [String] = []
        for pair in pairs {
            if !metrics.contains(pair.metric) { metrics.append(pair.metric) }
            let name = name(of: pair)
            if !names.contains(name) { names.append(name) }
        }
        return [TextTable.Column(title: "pair", alignsLeft: true, cells: names)]
            + metrics.flatMap { metric -> [TextTable.Column] in
                let found = names.map { name in
                    pairs.first { $0.metric == metric && self.name(of: $0) == name }
                }
                func column(
                    _ title: String, _ cell: (StudyPair) -> String
                ) -> TextTable.Column {
                    TextTable.Column(
                        group: metric, title: title,
                        cells: found.map { $0.map(cell) ?? SummaryColumns.none })
                }
                return [
                    column("published") { StudyNames.ratio($0.published) },
                    column("here") { $0.finding.estimate.map(here) ?? SummaryColumns.none },
                    column("95 %") { interval($0.finding.estimate) },
                    TextTable.Column(
                        group: metric, title: "published order", alignsLeft: true,
                        cells: found.map { $0?.verdict?.rawValue ?? SummaryColumns.none }),
                ]
            }
    }

    static let pairsLegend =
        "each ratio is that of the first arm's figure to the second's: the mean over rounds, in "
        + "which the arms took turns, with its interval of 95 %; "
        + "published order: whether the arm with the larger published figure is told to have the "
        + "larger one here too"

    /// A measured ratio with its interval: `0.83 (0.8–0.9)`.
    static func ratio(of finding: StudyFinding) -> String {
        guard let estimate = finding.estimate else { return SummaryColumns.none }
        return estimate.low == nil ? here(estimate) : "\(here(estimate)) (\(interval(estimate)))"
    }

    private static func here(_ estimate: StudyEstimate) -> String {
        estimate.isOfZeros ? "both are zero" : StudyNames.ratio(estimate.value)
    }

    private static func interval(_ estimate: StudyEstimate?) -> String {
        guard let low = estimate?.low, let high = estimate?.high else {
            return SummaryColumns.none
        }
        return "\(StudyNames.ratio(low))–\(StudyNames.ratio(high))"
    }

    private static func name(of pair: StudyPair) -> String { "\(pair.first) : \(pair.second)" }

    private static func text(_ value: Double?) -> String {
        value.map(NumberText.short) ?? SummaryColumns.none
    }

    private static func range(_ figure: Figure?) -> String {
        guard let low = figure?.low, let high = figure?.high else { return SummaryColumns.none }
        return "\(NumberText.short(low))–\(NumberText.short(high))"
    }
}

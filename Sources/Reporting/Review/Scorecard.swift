import Results
import Verdicts

/// Every topology by every criterion: the median, its interval, and whether it is the best.
enum Scorecard {
    /// A column.
    private struct Criterion {
        let title: String
        let measure: Measure
        var meaning: String
    }

    private static let delays = [
        Criterion(
            title: "delay p99, ms", measure: Metric.mainDelay[.p99],
            meaning: "what an event waits for main, 1 of 100 longer"),
        Criterion(
            title: "longest stall, ms", measure: Metric.mainStall[.max],
            meaning: "main's longest stretch without a pause"),
        Criterion(
            title: "main busy, ms", measure: Metric.mainBusy[.total],
            meaning: "processor time of main"),
        Criterion(
            title: "hitches, ms/s", measure: Metric.mainHitchRatio60[.total],
            meaning: "time by which frames come late, of a second at 60 Hz"),
    ]
    private static let losses = [
        Criterion(
            title: "lost by kill, edits", measure: Metric.lossKill[.max],
            meaning: "the most saved edits that a kill could take"),
        Criterion(
            title: "lost by power, edits", measure: Metric.lossPower[.max],
            meaning: "the most that a loss of power could take"),
    ]
    private static let speeds = [
        Criterion(
            title: "fresh, ms", measure: Metric.uiFreshness[.p50],
            meaning: "from an import's save to its objects in the ui's context"),
        Criterion(
            title: "import, objects/s", measure: Metric.importRate[.total],
            meaning: "the rate of an import that is not held to a pace"),
        Criterion(
            title: "import late, ms", measure: Metric.importLateness[.max],
            meaning: "the longest wait of a batch for its begin, at a pace"),
        Criterion(
            title: "memory, MiB", measure: Metric.processPeakMemory[.max],
            meaning: "the most that the process held"),
        Criterion(
            title: "written, MiB", measure: Metric.storeBytesWritten[.total],
            meaning: "bytes that the store wrote"),
    ]

    static func section(of part: Review.Part<WorkloadResult>, _ ranking: Ranking) -> PageSection? {
        let result = part.content
        let headlines = Headline.all(of: result)
        let criteria = (delays + losses + speeds).filter { criterion in
            headlines.contains { $0.value(criterion.measure) != nil }
        }
        let hasLimits = headlines.contains { !$0.topology.limits.isEmpty }
        let table = PageTable(
            "Phase `\(result.headlinePhase)`: medians of \(RunQuality.repetitions(of: result)), "
                + "with intervals of 95 %, or the least and the greatest of fewer than six",
            head: ["topology"] + criteria.map(\.title) + (hasLimits ? ["limits kept"] : [])
                + ["outcome"],
            left: 1,
            rows: headlines.indices.map { index in
                let headline = headlines[index]
                return [PageTable.Cell(headline.topology.variant)]
                    + criteria.map { cell($0, index, headlines, ranking) }
                    + (hasLimits ? [PageTable.Cell(headline.limits ?? SummaryColumns.none)] : [])
                    + [PageTable.Cell(headline.outcome)]
            })
        let meanings = criteria.map { (name: $0.title, text: Prose($0.meaning)) }
        return PageSection(
            "scorecard", "Scorecard",
            [
                .table(table), .details("What the columns mean", [.entries(meanings)]),
                limits(of: result), figure(TradeOffChart.name, of: part),
            ])
    }

    private static func cell(
        _ criterion: Criterion, _ index: Int, _ headlines: [Headline], _ ranking: Ranking
    ) -> PageTable.Cell {
        let headline = headlines[index]
        let isHighest = criterion.measure.statistic == .max
        guard let figure = headline.figure(criterion.measure),
            let value = isHighest ? headline.highest(criterion.measure) : figure.value
        else { return PageTable.Cell(SummaryColumns.none) }
        let doubt = headline.topology.isDisturbedThroughout ? SummaryColumns.doubtMark : ""
        return PageTable.Cell(
            doubt + text(value, criterion.measure),
            note: isHighest ? nil : interval(of: figure, criterion.measure),
            mark: mark(criterion.measure, index, headlines.count, ranking))
    }

    /// `11.2–13.1`; `nil` where all repetitions have one value.
    private static func interval(of figure: Figure, _ measure: Measure) -> String? {
        guard let low = figure.low, let high = figure.high, low != high else { return nil }
        let texts = [low, high].map { text($0, measure) }
        return texts[0] == texts[1] ? nil : texts.joined(separator: "–")
    }

    private static func text(_ value: Double, _ measure: Measure) -> String {
        NumberText.short(measure.unit == .bytes ? value / 1_048_576 : value)
    }

    /// `best` alone, or `tied best` with others; `nil` where no topology is shown to be worse.
    private static func mark(
        _ measure: Measure, _ index: Int, _ count: Int, _ ranking: Ranking
    ) -> String? {
        guard Ranking.measures.contains(measure), ranking.variants.count == count,
            let best = ranking.best(measure), !best.isOfAll, best.group.contains(index)
        else { return nil }
        return best.group.count == 1 ? "best" : "tied best"
    }

    private static func limits(of result: WorkloadResult) -> PageBlock? {
        let limits = LimitSummary.all(of: result)
        guard !limits.isEmpty else { return nil }
        return .entries(limits.map { (name: $0.limit, text: Prose($0.text)) })
    }

    /// A chart of the result, or the sentence that says why it is not there.
    static func figure(_ name: String, of part: Review.Part<WorkloadResult>) -> PageBlock? {
        part.charts.first { $0.name == name }.map {
            .figure(PageFigure($0, part.pictures))
        }
    }
}

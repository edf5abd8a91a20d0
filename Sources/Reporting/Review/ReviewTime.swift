import Execution
import Results

/// Where main's time goes: its stretches, their causes, and the worst of them.
enum ReviewTime {
    static func section(of part: Review.Part<WorkloadResult>) -> PageSection? {
        let result = part.content
        let headlines = Headline.all(of: result)
        let stalls = Stall.worst(3, of: result).map { stall in
            Prose(
                "**\(NumberText.short(Double(stall.length) / 1e6)) ms** in `\(stall.topology)`: "
                    + SummaryText.story(of: stall))
        }
        return PageSection(
            "time", "Where main’s time goes",
            [
                TimelinePicture(of: result).map { .figure($0.figure) },
                causes(headlines).map(PageBlock.table),
                stalls.isEmpty ? nil : .heading("The worst stalls"),
                stalls.isEmpty ? nil : .list(stalls),
                Scorecard.figure(DelayTailChart.name, of: part),
                delays(headlines).map(PageBlock.table),
            ])
    }

    /// The time of main by cause; causes that take none anywhere are left out.
    private static func causes(_ headlines: [Headline]) -> PageTable? {
        let shown = headlines.filter { $0.topology.failure == nil }
        let rows = Metric.mainCause.keys.compactMap { cause -> [PageTable.Cell]? in
            guard let metric = Metric.mainCause[cause] else { return nil }
            let values = shown.map { $0.value(metric[.total]) }
            guard values.contains(where: { ($0 ?? 0) >= 0.0005 }) else { return nil }
            return [PageTable.Cell(cause.rawValue)]
                + values.map { PageTable.Cell($0.map(NumberText.short) ?? SummaryColumns.none) }
        }
        guard !rows.isEmpty else { return nil }
        return PageTable(
            "Wall time of main by cause, in ms: each span’s own, without the spans inside",
            head: ["cause"] + shown.map(\.topology.variant), left: 1, rows: rows)
    }

    /// The quantiles behind the chart of delays.
    private static func delays(_ headlines: [Headline]) -> PageTable? {
        let statistics = [Statistic.p50, .p95, .p99, .max]
        let rows = headlines.filter { $0.topology.failure == nil }.map { headline in
            [PageTable.Cell(headline.topology.variant)]
                + statistics.map { statistic in
                    PageTable.Cell(
                        headline.value(Metric.mainDelay[statistic]).map(NumberText.short)
                            ?? SummaryColumns.none)
                }
        }
        guard !rows.isEmpty else { return nil }
        return PageTable(
            "What an event waits for main, in ms", head: ["topology"] + statistics.map(\.rawValue),
            left: 1, rows: rows)
    }
}

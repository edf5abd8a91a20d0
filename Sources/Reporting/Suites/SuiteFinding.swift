import Results
import Verdicts

extension SuiteRecord.Finding {
    /// The figures that stand for a topology on a suite's page, and their columns.
    ///
    /// The longest stall and the loss are the highest of any repetition, as in a run's own table.
    private static let columns: [(title: String, measure: Measure, isHighest: Bool)] = [
        ("main busy, ms", Metric.mainBusy[.total], false),
        ("delay p99, ms", Metric.mainDelay[.p99], false),
        ("worst stall, ms", Metric.mainStall[.max], true),
        ("fresh p50, ms", Metric.uiFreshness[.p50], false),
        ("lost to a kill, edits", Metric.lossKill[.max], true),
    ]

    /// Takes of a result what its suite's page shows.
    package init(of result: WorkloadResult) {
        self.init(
            conclusion: Conclusion.sentence(of: result, Ranking(of: result)),
            topologies: Headline.all(of: result).map { headline in
                Topology(
                    variant: headline.topology.variant, outcome: headline.outcome,
                    limits: headline.limits,
                    figures: Self.columns.compactMap { column in
                        var figure = headline.figure(column.measure)
                        if column.isHighest, let highest = headline.highest(column.measure) {
                            figure?.value = highest
                        }
                        return figure
                    })
            })
    }

    /// A row a topology; columns that no topology has a figure for are left out.
    var table: ReportTable {
        let shown = Self.columns.filter { column in
            topologies.contains { $0.figure(column.measure) != nil }
        }
        let hasLimits = topologies.contains { $0.limits != nil }
        return ReportTable(
            head: ["topology", "outcome"] + shown.map(\.title) + (hasLimits ? ["limits kept"] : []),
            left: 2,
            rows: topologies.map { topology in
                let figures = shown.map { column in
                    topology.figure(column.measure).map { NumberText.short($0.value) }
                        ?? SummaryColumns.none
                }
                let limits = hasLimits ? [topology.limits ?? SummaryColumns.none] : []
                return [topology.variant, topology.outcome] + figures + limits
            })
    }
}

extension SuiteRecord.Finding.Topology {
    fileprivate func figure(_ measure: Measure) -> Figure? {
        figures.first {
            $0.metric == measure.metric && $0.statistic == measure.statistic.rawValue
        }
    }
}

import Results

/// The table that is read in ten seconds: a row a topology, the headline phase.
enum SummaryColumns {
    /// What a cell says when there is no such figure.
    static let none = "–"

    /// What the columns mean, in one line.
    static let legend =
        "delay: wait for main; fresh: import saved to shown; lost: saved edits that a kill takes"

    static func columns(of headlines: [Headline]) -> [TextTable.Column] {
        var columns = [
            TextTable.Column(
                title: "topology", alignsLeft: true, cells: headlines.map(\.topology.variant)),
            column("main busy", "ms", Metric.mainBusy[.total], headlines),
            column("main busy", "%", Metric.mainBusy[.share], headlines, as: NumberText.ratio),
            column("delay, ms", "p50", Metric.mainDelay[.p50], headlines),
            column("delay, ms", "p99", Metric.mainDelay[.p99], headlines),
            // The longest delay is the longest stall.
            column("delay, ms", "worst", Metric.mainStall[.max], headlines),
        ]
        // Nearly all workloads have none, and a column of zeros costs the others their room.
        if headlines.contains(where: { ($0.value(Metric.mainHangs[.count]) ?? 0) > 0 }) {
            columns.append(column("hangs", ">500ms", Metric.mainHangs[.count], headlines))
        }
        columns += [
            column("hitch", "ms/s", Metric.mainHitchRatio60[.total], headlines),
            column("import", "obj/s", Metric.importRate[.total], headlines),
        ]
        columns += freshness(headlines)
        columns += [
            column("lost, edits", "mean", Metric.lossKill[.exposure], headlines),
            column("lost, edits", "max", Metric.lossKill[.max], headlines),
        ]
        if headlines.contains(where: { !$0.topology.limits.isEmpty }) {
            columns.append(
                TextTable.Column(title: "limits", cells: headlines.map { $0.limits ?? none }))
        }
        columns += [
            TextTable.Column(title: "outcome", alignsLeft: true, cells: headlines.map(\.outcome))
        ]
        return columns
    }

    /// p50 and p99; p50 and max where there were too few batches for a p99.
    private static func freshness(_ headlines: [Headline]) -> [TextTable.Column] {
        let hasTail = headlines.contains { $0.value(Metric.uiFreshness[.p99]) != nil }
        let last = hasTail ? Statistic.p99 : .max
        return [
            column("fresh, ms", "p50", Metric.uiFreshness[.p50], headlines),
            column("fresh, ms", last.rawValue, Metric.uiFreshness[last], headlines),
        ]
    }

    private static func column(
        _ group: String, _ title: String, _ measure: Measure, _ headlines: [Headline],
        as text: (Double) -> String = NumberText.short
    ) -> TextTable.Column {
        TextTable.Column(
            group: group, title: title,
            cells: headlines.map { $0.value(measure).map(text) ?? none })
    }
}

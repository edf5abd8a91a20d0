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
            column("main busy", "ms", "main.busy.total", headlines),
            column("main busy", "%", "main.busy.share", headlines, as: NumberText.ratio),
            column("delay, ms", "p50", "main.delay.p50", headlines),
            column("delay, ms", "p99", "main.delay.p99", headlines),
            // The longest delay is the longest stall.
            column("delay, ms", "worst", "main.stall.max", headlines),
        ]
        // Nearly all workloads have none, and a column of zeros costs the others their room.
        if headlines.contains(where: { ($0.value("main.hangs.count") ?? 0) > 0 }) {
            columns.append(column("hangs", ">500ms", "main.hangs.count", headlines))
        }
        columns += [
            column("hitch", "ms/s", "main.hitch_ratio.60", headlines),
            column("import", "obj/s", "import.rate", headlines),
        ]
        columns += freshness(headlines)
        columns += [
            column("lost, edits", "mean", "loss.kill.exposure", headlines),
            column("lost, edits", "max", "loss.kill.max", headlines),
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
        let hasTail = headlines.contains { $0.value("ui.freshness.p99") != nil }
        let last = hasTail ? "p99" : "max"
        return [
            column("fresh, ms", "p50", "ui.freshness.p50", headlines),
            column("fresh, ms", last, "ui.freshness.\(last)", headlines),
        ]
    }

    private static func column(
        _ group: String, _ title: String, _ name: String, _ headlines: [Headline],
        as text: (Double) -> String = NumberText.short
    ) -> TextTable.Column {
        TextTable.Column(
            group: group, title: title,
            cells: headlines.map { $0.value(name).map(text) ?? none })
    }
}

import Results
import Verdicts

/// The table that is read in ten seconds: a row a topology, the headline phase.
enum SummaryColumns {
    /// The text of a cell without a figure.
    static let none = "–"

    /// The mark behind a column's best figure, and behind those that are not distinguished from it.
    static let bestMark = "†"
    /// The mark before a figure of a topology if the machine disturbed all its repetitions.
    static let doubtMark = "~"

    /// The meaning of the columns and marks, in one line.
    ///
    /// - Parameter columns: those that are shown.
    static func legend(
        _ headlines: [Headline], _ ranking: Ranking, of columns: [TextTable.Column]
    ) -> String {
        let groups = Set(columns.map(\.group))
        let isLossShown = groups.contains("lost, edits")
        var parts = [
            "delay: wait for main",
            groups.contains("fresh, ms") ? "fresh: import saved to shown" : nil,
            isLossShown ? "lost: saved edits that a kill takes" : nil,
            "worst, max: the highest of all runs",
        ].compactMap(\.self)
        if headlines.contains(where: { $0.value(Metric.importUtilisation[.share]) != nil }) {
            parts.append(
                "import late, used: the longest wait of a batch in ms, % of the time at work")
        }
        if Ranking.measures.contains(where: { isMarked($0, headlines, ranking) }) {
            parts.append("\(bestMark): the best, and those not told apart from it")
        }
        if headlines.contains(where: { $0.topology.disturbedCount > 0 }) {
            parts.append("runs: those that count, of all; the machine disturbed the others")
        }
        if headlines.contains(where: \.topology.isDisturbedThroughout) {
            parts.append("\(doubtMark): no run was undisturbed")
        }
        return parts.joined(separator: "; ")
    }

    /// The columns.
    ///
    /// - Parameter ranking: the ranking of the same topologies; its best figures are marked.
    static func columns(of headlines: [Headline], _ ranking: Ranking) -> [TextTable.Column] {
        func column(
            _ group: String, _ title: String, _ measure: Measure, _ headlines: [Headline],
            isHighest: Bool = false, as text: (Double) -> String = NumberText.short
        ) -> TextTable.Column {
            Self.column(
                group, title, measure, headlines, ranking, isHighest: isHighest, as: text)
        }
        let isPaced = headlines.contains { $0.value(Metric.importUtilisation[.share]) != nil }
        var columns = [
            TextTable.Column(
                title: "topology", alignsLeft: true, cells: headlines.map(\.topology.variant)),
            column(
                isPaced ? "main" : "main busy", isPaced ? "busy" : "ms", Metric.mainBusy[.total],
                headlines),
        ]
        // At a pace the import takes two columns, and the line has no room for more.
        if !isPaced {
            columns.append(
                column(
                    "main busy", "%", Metric.mainBusy[.share], headlines, as: NumberText.ratio))
        }
        columns += [
            column("delay, ms", "p50", Metric.mainDelay[.p50], headlines),
            column("delay, ms", "p99", Metric.mainDelay[.p99], headlines),
            // The longest delay is the longest stall.
            column("delay, ms", "worst", Metric.mainStall[.max], headlines, isHighest: true),
        ]
        // Nearly all workloads have no hangs, and a column of zeros would cost the others their
        // room.
        if headlines.contains(where: { ($0.value(Metric.mainHangs[.count]) ?? 0) > 0 }) {
            columns.append(column("hangs", ">500ms", Metric.mainHangs[.count], headlines))
        }
        columns += [
            column("hitch", "ms/s", Metric.mainHitchRatio60[.total], headlines)
        ]
        // An offered load is not a capacity: at a pace the import has no rate.
        if isPaced {
            columns += [
                column("import", "late", Metric.importLateness[.max], headlines, isHighest: true),
                column("import", "used", Metric.importUtilisation[.share], headlines),
            ]
        } else {
            columns.append(column("import", "obj/s", Metric.importRate[.total], headlines))
        }
        columns += freshness(headlines, ranking)
        columns += [
            column("lost, edits", "mean", Metric.lossKill[.exposure], headlines),
            column("lost, edits", "max", Metric.lossKill[.max], headlines, isHighest: true),
        ]
        if headlines.contains(where: { $0.topology.disturbedCount > 0 }) {
            columns.append(TextTable.Column(title: "runs", cells: headlines.map(\.repetitions)))
        }
        if headlines.contains(where: { !$0.topology.limits.isEmpty }) {
            columns.append(
                TextTable.Column(title: "limits", cells: headlines.map { $0.limits ?? none }))
        }
        columns += [
            TextTable.Column(title: "outcome", alignsLeft: true, cells: headlines.map(\.outcome))
        ]
        return columns.map(arranged)
    }

    /// A column with its importance, and the words that replace it if all is 0.
    private static func arranged(_ column: TextTable.Column) -> TextTable.Column {
        var column = column
        column.rank = ["", "delay, ms", "lost, edits"].contains(column.group) ? 0 : 1
        column.zeros = zeros[column.group]
        return column
    }

    /// By group.
    private static let zeros = [
        "hitch": "hitch", "fresh, ms": "fresh",
        "lost, edits": "lost (no topology lost an edit to a kill)",
    ]

    /// p50 and p99; p50 and max if there were too few batches for a p99.
    private static func freshness(_ headlines: [Headline], _ ranking: Ranking)
        -> [TextTable.Column]
    {
        let hasTail = headlines.contains { $0.value(Metric.uiFreshness[.p99]) != nil }
        let last = hasTail ? Statistic.p99 : .max
        return [
            column("fresh, ms", "p50", Metric.uiFreshness[.p50], headlines, ranking),
            column(
                "fresh, ms", last.rawValue, Metric.uiFreshness[last], headlines, ranking,
                isHighest: last == .max),
        ]
    }

    private static func column(
        _ group: String, _ title: String, _ measure: Measure, _ headlines: [Headline],
        _ ranking: Ranking, isHighest: Bool = false,
        as text: (Double) -> String = NumberText.short
    ) -> TextTable.Column {
        let best =
            isMarked(measure, headlines, ranking) ? ranking.best(measure)?.group ?? [] : []
        let cells = headlines.indices.map { index -> String in
            let headline = headlines[index]
            guard let value = isHighest ? headline.highest(measure) : headline.value(measure)
            else { return none }
            let doubt = headline.topology.isDisturbedThroughout ? doubtMark : ""
            return doubt + text(value) + (best.contains(index) ? bestMark : "")
        }
        // Digits stay below digits: a figure without the mark has a space in its place.
        let isMarked = cells.contains { $0.hasSuffix(bestMark) }
        return TextTable.Column(
            group: group, title: isMarked ? title + " " : title,
            cells: isMarked ? cells.map { $0.hasSuffix(bestMark) ? $0 : $0 + " " } : cells)
    }

    /// Whether a column marks its best: the ranking has one, and it is not all topologies.
    private static func isMarked(
        _ measure: Measure, _ headlines: [Headline], _ ranking: Ranking
    ) -> Bool {
        guard Ranking.measures.contains(measure), ranking.variants.count == headlines.count,
            let best = ranking.best(measure)
        else { return false }
        return !best.isOfAll
    }
}

import Results

/// A result's sweep as tables and the chart see it: topologies by values.
package struct Sweep {
    /// One topology across the values.
    struct Row {
        let name: String
        /// The headlines by value; `nil` for a value without a run.
        let swept: [Headline?]
        /// The only headline of a topology without the swept field.
        let unswept: Headline?

        /// The headline at the index of a value; an unswept topology has the same one at every
        /// index.
        func headline(at place: Int) -> Headline? { unswept ?? swept[place] }
    }

    /// A figure of the table.
    struct Column {
        let measure: Measure
        let title: String

        /// The highest of any repetition if the quantity is a maximum, else the median.
        func value(_ headline: Headline) -> Double? {
            measure.statistic == .max ? headline.highest(measure) : headline.value(measure)
        }
    }

    let key: String
    let values: [String]
    let rows: [Row]
    let phase: String

    /// The figures that a table of a sweep shows.
    static let judged = [
        Column(measure: Metric.mainBusy[.total], title: "main busy, ms"),
        Column(measure: Metric.mainDelay[.p99], title: "delay p99, ms"),
        Column(measure: Metric.mainStall[.max], title: "longest stall, ms"),
        Column(measure: Metric.lossKill[.max], title: "lost at most, edits"),
        Column(measure: Metric.importRate[.total], title: "import, objects/s"),
    ]

    /// `nil` for a result that sweeps nothing.
    package init?(_ result: WorkloadResult) {
        guard let sweep = result.sweep else { return nil }
        key = sweep.key
        values = sweep.values
        phase = result.headlinePhase
        let headlines = Headline.all(of: result)
        var names: [String] = []
        for point in headlines.compactMap(\.topology.point) where !names.contains(point.row) {
            names.append(point.row)
        }
        rows = names.map { name in
            let own = headlines.filter { $0.topology.point?.row == name }
            return Row(
                name: name,
                swept: sweep.values.map { value in
                    own.first { $0.topology.point?.value == value }
                },
                unswept: own.first { $0.topology.point?.value == nil })
        }
    }

    /// Whether the machine disturbed every repetition of a topology at some value.
    private var isDoubtful: Bool {
        rows.contains { row in
            ([row.unswept] + row.swept).contains { $0?.topology.isDisturbedThroughout == true }
        }
    }

    /// Whether a topology lacks the swept field.
    var hasUnswept: Bool { rows.contains { $0.unswept != nil } }

    // MARK: The table

    /// The columns of one figure: a column for each value, and one for topologies without the swept
    /// field.
    func columns(of column: Column) -> [TextTable.Column] {
        func cell(_ headline: Headline?) -> String {
            guard let headline, let value = column.value(headline) else {
                return SummaryColumns.none
            }
            let doubt = headline.topology.isDisturbedThroughout ? SummaryColumns.doubtMark : ""
            return doubt + NumberText.short(value)
        }
        var columns = values.indices.map { place in
            TextTable.Column(
                group: column.title, title: values[place], zeros: column.title,
                cells: rows.map { cell($0.swept[place]) })
        }
        if hasUnswept {
            columns.append(
                TextTable.Column(
                    group: column.title, title: "without", zeros: column.title,
                    cells: rows.map { cell($0.unswept) }))
        }
        return columns
    }

    /// The first column of each part of the table.
    var names: TextTable.Column {
        TextTable.Column(title: "topology", alignsLeft: true, cells: rows.map(\.name))
    }

    /// The figures that some topology has.
    var shown: [Column] {
        Self.judged.filter { column in
            rows.contains { row in
                values.indices.contains { row.headline(at: $0)?.value(column.measure) != nil }
            }
        }
    }

    /// The table in lines, and the meaning of its columns.
    func lines(width: Int) -> [String] {
        let (table, zeros) = TextTable(columns: [names] + shown.flatMap(columns))
            .foldingZeros(ignoringNone: !hasFailures)
        return TextLines.wrapped("sweep of \(key): \(TextLines.list(values))", width: width)
            + [""] + table.lines(width: width) + TextLines.wrapped(legend, width: width)
            + (zeros.map { TextLines.wrapped($0, width: width) } ?? [])
    }

    private var hasFailures: Bool {
        rows.contains { row in
            ([row.unswept] + row.swept).contains { $0?.topology.failure != nil }
        }
    }

    /// The meaning of the columns, in one line.
    var legend: String {
        "each figure stands under the value of \(key) it was measured with"
            + (hasUnswept ? "; without: topologies that have no such field ran once" : "")
            + (isDoubtful ? "; \(SummaryColumns.doubtMark): no run was undisturbed" : "")
    }
}

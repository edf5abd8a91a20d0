import Results

/// sweep.csv: the headline figures of each topology at each value.
package enum SweepTable {
    static let columns =
        CompanionTable.columns + [
            "key", "value", "phase", "metric", "stat", "figure", "unit", "better", "n", "low",
            "high",
        ]

    /// The figures of the table and the chart, in one list.
    private static let measures =
        Sweep.judged.map(\.measure) + [Metric.lossKill[.exposure]]

    /// The file's bytes.
    ///
    /// `value` is empty if a topology lacks the swept field and ran once; a topology that failed at
    /// a value has no rows there.
    package static func bytes(of result: WorkloadResult) -> [UInt8] {
        var table = CSVTable(columns: columns)
        for headline in Headline.all(of: result) {
            let head = CompanionTable.cells(of: headline.topology, in: result)
            for figure in measures.compactMap(headline.figure) {
                table.append(
                    head + [
                        result.sweep?.key ?? "", headline.topology.point?.value ?? "",
                        headline.phase, figure.metric, figure.statistic,
                        NumberText.exact(figure.value), figure.unit, figure.better.rawValue,
                        String(figure.count), figure.low.map(NumberText.exact) ?? "",
                        figure.high.map(NumberText.exact) ?? "",
                    ])
            }
        }
        return table.bytes
    }
}

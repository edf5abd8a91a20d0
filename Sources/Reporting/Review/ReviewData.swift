import Results

/// The figures that a page holds for download: the medians of the phase that it decides by, and
/// their bounds, without main's part of the counted work.
///
/// All phases and repetitions would be megabytes; they stay in results.csv.
enum ReviewData {
    /// The counters of main alone are as many as all others together.
    private static let mainWork = Set(Metric.mainWork.metrics.map(\.name))

    static func file(of result: WorkloadResult) -> PageFile {
        let shown = result.topologies.filter { $0.failure == nil }
        let figures = shown.map { topology in
            topology.summary.filter {
                $0.phase == result.headlinePhase && !mainWork.contains($0.metric)
            }
        }
        var table = CSVTable(
            columns: ["metric", "stat", "role", "unit"]
                + shown.flatMap { [$0.variant, "\($0.variant) low", "\($0.variant) high"] })
        var seen: Set<Figure.Key> = []
        for figure in figures.joined() where seen.insert(figure.key).inserted {
            let cells = figures.flatMap { own -> [String] in
                guard let same = own.first(where: { $0.key == figure.key }) else {
                    return ["", "", ""]
                }
                return [same.value, same.low, same.high].map {
                    $0.map(NumberText.exact) ?? ""
                }
            }
            table.append([figure.metric, figure.statistic, figure.role, figure.unit] + cells)
        }
        return PageFile("figures.csv", table.bytes, type: "text/csv")
    }
}

import Documents

extension MetricCatalogue {
    /// A figure's whole name, where somebody has written it in an option: `main.delay.p99`;
    /// `import.rate` is `import.rate.total`.
    ///
    /// - Throws: `DocumentError` for an unknown one, with the nearest.
    package static func wholeName(_ name: String, option: String) throws -> String {
        let found = try find(name, at: Position(source: "\(option) \(name)"), path: "")
        return "\(found.metric.name).\(found.statistic.name)"
    }

    /// Finds a metric's statistic where somebody has written its name.
    ///
    /// - Throws: `DocumentError` for a name that is none, with the nearest; for a metric without
    ///   its statistic, with those that it has.
    static func find(_ name: String, at position: Position, path: String) throws -> (
        metric: Metric, statistic: Metric.Statistic
    ) {
        if let found = find(name) { return found }
        if let metric = metrics.first(where: { $0.name == name }) {
            let statistics = metric.statistics.map(\.name).joined(separator: ", ")
            throw DocumentError(
                .unknownName, at: position, path: path,
                "“\(name)” is a metric without its statistic",
                remedy: "add one of \(statistics): \(name).\(metric.statistics[0].name)")
        }
        if let metric = metrics.first(where: { name.hasPrefix($0.name + ".") }) {
            let statistic = String(name.dropFirst(metric.name.count + 1))
            throw DocumentError.unknownName(
                statistic, what: "statistic of \(metric.name)", at: position, path: path,
                known: metric.statistics.map(\.name))
        }
        let nearest = NearestName.find(name, among: names)
        throw DocumentError(
            .unknownName, at: position, path: path, "unknown metric “\(name)”",
            remedy: nearest.map { "did you mean “\($0)”?" }
                ?? "metrics are \(metrics.map(\.name).joined(separator: ", "))")
    }
}

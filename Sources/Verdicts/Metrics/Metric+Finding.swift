import Documents
import Results

extension Metric {
    /// The whole name of a figure that a user has given in an option.
    ///
    /// `main.delay.p99` stays itself; `import.rate` becomes `import.rate.total`.
    ///
    /// - Throws: `DocumentError` for an unknown one, with the nearest.
    package static func wholeName(_ name: String, option: String) throws -> String {
        try find(name, at: Position(source: "\(option) \(name)"), path: "").name
    }

    /// Finds the measure whose name a user has written.
    ///
    /// - Throws: `DocumentError` for an unknown name, with the nearest; for a metric without its
    ///   statistic, with its statistics.
    static func find(_ name: String, at position: Position, path: String) throws -> Measure {
        if let found = find(name) { return found }
        if let metric = all.first(where: { $0.name == name }) {
            let statistics = metric.measures.map(\.statistic.rawValue)
            throw DocumentError(
                .unknownName, at: position, path: path,
                "“\(name)” is a metric without its statistic",
                remedy: "add one of \(statistics.joined(separator: ", ")): \(name).\(statistics[0])"
            )
        }
        if let metric = all.first(where: { name.hasPrefix($0.name + ".") }) {
            let statistic = String(name.dropFirst(metric.name.count + 1))
            throw DocumentError.unknownName(
                statistic, what: "statistic of \(metric.name)", at: position, path: path,
                known: metric.measures.map(\.statistic.rawValue))
        }
        let nearest = NearestName.find(name, among: names)
        throw DocumentError(
            .unknownName, at: position, path: path, "unknown metric “\(name)”",
            remedy: nearest.map { "did you mean “\($0)”?" }
                ?? "metrics are \(all.map(\.name).joined(separator: ", "))")
    }
}

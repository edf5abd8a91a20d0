import Execution

/// A metric: its name and its statistics.
///
/// `MetricTable` has an entry for each, reached by its name there: `Metric.mainDelay[.p99]`.
@dynamicMemberLookup
package struct Metric: Sendable, Hashable {
    /// Dotted, without the statistic: `main.delay`.
    package let name: String
    /// One for each statistic, in the order in which files and messages list them.
    package let measures: [Measure]

    init(_ name: String, _ statistics: [(Statistic, MetricUnit, Polarity)]) {
        self.name = name
        self.measures = statistics.map {
            Measure(
                metric: name, statistic: $0, unit: $1, better: $2, isOnly: statistics.count == 1)
        }
    }

    /// Of statistics that have one unit, and are better when they are lower.
    init(
        _ name: String, _ unit: MetricUnit, _ statistics: [Statistic] = [.total],
        better: Polarity = .lower
    ) {
        self.init(name, statistics.map { ($0, unit, better) })
    }

    /// The measure of one of its statistics.
    ///
    /// - Precondition: the metric has the statistic.
    package subscript(_ statistic: Statistic) -> Measure {
        guard let measure = measures.first(where: { $0.statistic == statistic }) else {
            preconditionFailure("\(name) has no \(statistic.rawValue)")
        }
        return measure
    }

    /// Whether it counts the work of the engine or the calls of the store, which hardly depend on
    /// the machine: two runs of one build on one seed often have exactly the same.
    package var isCounter: Bool { Metric.counters.contains(name) }

    /// The counters' names.
    package static let counters: Set<String> = Set(
        (table.work.metrics + table.mainWork.metrics + table.storeCounters).map(\.name))

    /// The counters that the operations and the topology determine, whatever their order, unless a
    /// save is refused.
    ///
    /// The others depend on order: a fetch reads what is there, and a flush joins the edits that
    /// came meanwhile.
    package static let fixedCounters: Set<String> = Set(
        [Work.objectsInserted, .objectsCopiedUp, .objectsMerged].flatMap {
            [table.work[$0], table.mainWork[$0]].compactMap { $0?.name }
        })

    /// An entry of the table, by its name there.
    package static subscript<Entry>(dynamicMember entry: KeyPath<MetricTable, Entry>) -> Entry {
        table[keyPath: entry]
    }

    private static let table = MetricTable()

    /// All of them, in the order of the table.
    package static let all: [Metric] = table.metrics

    /// `main.delay.p99` and all the others, and the short names of metrics with one statistic.
    package static let names: [String] = all.flatMap { metric in
        let full = metric.measures.map(\.name)
        return metric.measures.count == 1 ? [metric.name] + full : full
    }

    /// Finds a measure by its whole name: `main.delay.p99`.
    ///
    /// A metric with one statistic has its own name as well: `main.hitch_ratio.60`, `import.rate`.
    package static func find(_ name: String) -> Measure? { byName[name] }

    private static let byName: [String: Measure] = {
        var byName: [String: Measure] = [:]
        for metric in all {
            for measure in metric.measures { byName[measure.name] = measure }
            if metric.measures.count == 1 { byName[metric.name] = metric.measures[0] }
        }
        return byName
    }()
}

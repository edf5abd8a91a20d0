/// One figure with its metric, scope, unit and uncertainty: a row of results.csv.
///
/// `metric` excludes the statistic: `main.delay` + `p99`, written together as `main.delay.p99`.
package struct Figure: Codable, Sendable, Hashable {
    /// The dotted name: `main.delay`, `loss.kill`, `operation.fetch-page`.
    ///
    /// Architecture.md, “The figures”, has the formula of each.
    package var metric: String
    /// The statistic: `total`, `share`, `p50`, `p95`, `p99`, `max`, `mean`, `count`, `exposure` or
    /// another.
    package var statistic: String
    package var value: Double
    /// `ms`, `%`, `s/h`, `ms/s`, `edits`, `objects/s`, `s`, `count`, `MiB`, `bytes`.
    package var unit: String
    package var better: Polarity
    /// The phase; `all` for the figures over all measured phases.
    package var phase: String
    /// The role that it belongs to; empty for all roles together.
    package var role: String
    /// How many samples, events or stretches it rests on.
    package var count: Int
    /// The bounds over repetitions, min and max below six of them; absent in one repetition.
    package var low: Double?
    package var high: Double?

    package init(
        metric: String, statistic: String, value: Double, unit: String, better: Polarity,
        phase: String, role: String = "", count: Int, low: Double? = nil, high: Double? = nil
    ) {
        self.metric = metric
        self.statistic = statistic
        self.value = value
        self.unit = unit
        self.better = better
        self.phase = phase
        self.role = role
        self.count = count
        self.low = low
        self.high = high
    }

    /// A figure of a measure, whose name, unit and polarity it takes over.
    package init(_ measure: Measure, _ value: Double, phase: String, role: String, count: Int) {
        self.init(
            metric: measure.metric, statistic: measure.statistic.rawValue, value: value,
            unit: measure.unit.rawValue, better: measure.better, phase: phase, role: role,
            count: count)
    }

    /// Whether it is a figure of a measure.
    package func isOf(_ measure: Measure) -> Bool {
        statistic == measure.statistic.rawValue && metric == measure.metric
    }

    /// The identity of a figure, by which figures of two repetitions are matched.
    package struct Key: Hashable, Sendable {
        package var metric: String
        package var statistic: String
        package var phase: String
        package var role: String
    }

    package var key: Key { Key(metric: metric, statistic: statistic, phase: phase, role: role) }

    /// The name that limits and gates use: `main.delay.p99`.
    package var name: String { "\(metric).\(statistic)" }
}

/// An entry of the table, for one metric or several.
protocol MetricEntry {
    var metrics: [Metric] { get }
}

extension Metric: MetricEntry {
    var metrics: [Metric] { [self] }
}

extension MetricFamily: MetricEntry {}

/// What an entry of the table stands for.
protocol MetricEntry {
    var metrics: [Metric] { get }
}

extension Metric: MetricEntry {
    var metrics: [Metric] { [self] }
}

extension MetricFamily: MetricEntry {}

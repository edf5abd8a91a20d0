/// Metrics that differ in one part of their name, one for each key: `main.cause.save`,
/// `main.cause.fetch` and so on.
package struct MetricFamily<Key: Sendable & Hashable>: Sendable {
    package let keys: [Key]
    package let metrics: [Metric]

    init(_ keys: [Key], _ metric: (Key) -> Metric) {
        self.keys = keys
        metrics = keys.map(metric)
    }

    /// The metric of a key; `nil` for a key without one.
    package subscript(_ key: Key) -> Metric? {
        keys.firstIndex(of: key).map { metrics[$0] }
    }

    /// The value whose metric goes by this name.
    package func key(ofMetric name: String) -> Key? {
        metrics.firstIndex { $0.name == name }.map { keys[$0] }
    }
}

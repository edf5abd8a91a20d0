/// A published figure, in the unit in which the lab measures the same.
package struct PublishedFigure: Codable, Sendable, Hashable {
    /// The whole name: `main.busy.total`.
    package var metric: String
    package var value: Double
    /// The metric's unit: `ms`.
    package var unit: String
    /// As the study's file writes it: `43s`.
    package var text: String

    package init(metric: String, value: Double, unit: String, text: String) {
        self.metric = metric
        self.value = value
        self.unit = unit
        self.text = text
    }
}

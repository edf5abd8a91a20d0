/// How uncertain the costs of a simulated result are, and what each of them does alone.
package struct UncertaintyRecord: Codable, Sendable, Hashable {
    /// A number that the costs rest on, and its range as multiples of it.
    package struct Factor: Codable, Sendable, Hashable {
        /// `device.sync`, `work.rows_bound`.
        package var name: String
        package var low: Double
        package var high: Double

        package init(name: String, low: Double, high: Double) {
            self.name = name
            self.low = low
            self.high = high
        }
    }

    /// One figure of one topology with one factor at its ends, all others as they are.
    package struct Effect: Codable, Sendable, Hashable {
        package var factor: String
        package var variant: String
        package var phase: String
        package var metric: String
        package var statistic: String
        package var unit: String
        /// With every number as it is, at the ends of the factor's range, and with half of it.
        package var middle: Double
        package var low: Double
        package var high: Double
        package var half: Double

        package init(
            factor: String, variant: String, of figure: Figure, low: Double, high: Double,
            half: Double
        ) {
            self.factor = factor
            self.variant = variant
            phase = figure.phase
            metric = figure.metric
            statistic = figure.statistic
            unit = figure.unit
            middle = figure.value
            self.low = low
            self.high = high
            self.half = half
        }
    }

    /// In the draws all factors lie anywhere in their ranges.
    package var factors: [Factor]
    package var effects: [Effect]

    package init(factors: [Factor], effects: [Effect]) {
        self.factors = factors
        self.effects = effects
    }
}

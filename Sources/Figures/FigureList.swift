import Results

/// Collects the figures of one scope, so that a line that adds one has only its special values.
package struct FigureList: Sendable {
    package private(set) var figures: [Figure] = []
    package let phase: String

    package init(phase: String) {
        self.phase = phase
    }

    /// Adds a figure of a measure, in the measure's unit.
    ///
    /// - Parameter count: how many samples, events or stretches it rests on.
    package mutating func add(
        _ measure: Measure, _ value: Double, role: String = "", count: Int
    ) {
        figures.append(Figure(measure, value, phase: phase, role: role, count: count))
    }
}

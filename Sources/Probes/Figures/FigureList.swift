import Results

/// Collects the figures of one scope, so that a line that adds one says only what is special to it.
package struct FigureList: Sendable {
    package private(set) var figures: [Figure] = []
    package let phase: String

    package init(phase: String) {
        self.phase = phase
    }

    package mutating func add(
        _ metric: String, _ statistic: String, _ value: Double, _ unit: String,
        better: Better = .lower, role: String = "", count: Int
    ) {
        figures.append(
            Figure(
                metric: metric, statistic: statistic, value: value, unit: unit, better: better,
                phase: phase, role: role, count: count))
    }
}

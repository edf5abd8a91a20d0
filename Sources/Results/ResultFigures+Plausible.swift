extension ResultFigures {
    /// A figure that no run can have; `nil` if all are possible.
    ///
    /// A file may contain anything. Sums, ratios and squares of the accepted values are finite, so
    /// that results computed from them can be judged and written.
    package var implausible: (variant: String, figure: Figure)? {
        for topology in topologies {
            let figures = topology.summary + topology.repetitions.flatMap(\.figures)
            guard let figure = figures.first(where: { !$0.isPlausible }) else { continue }
            return (topology.variant, figure)
        }
        return nil
    }
}

extension Figure {
    /// The largest possible figure.
    ///
    /// In every unit that figures have, a run of a century stays below it; and no clock resolves
    /// times shorter than its inverse.
    private static let largest = 1e21

    /// Whether a run can have such a figure.
    package var isPlausible: Bool {
        [value, low, high].compactMap(\.self).allSatisfy { value in
            value == 0 || (1 / Self.largest...Self.largest).contains(abs(value))
        } && (0...Int(1e15)).contains(count)
    }
}

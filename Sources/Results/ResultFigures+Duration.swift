extension ResultFigures {
    /// Seconds beside the phases, for starting a child and reading its store back.
    private static let overheadSeconds = 0.5

    /// The duration of one round of all topologies, in seconds; `nil` if no repetition contains it.
    package var roundSeconds: Double? {
        let each = topologies.compactMap { topology -> Double? in
            let seconds = topology.repetitions.compactMap(\.seconds)
            guard !seconds.isEmpty else { return nil }
            return seconds.reduce(0, +) / Double(seconds.count) + Self.overheadSeconds
        }
        return each.isEmpty ? nil : each.reduce(0, +)
    }
}

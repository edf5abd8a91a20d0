extension ResultFigures {
    /// What starting a child and reading its store back takes beside its phases, in seconds.
    private static let overheadSeconds = 0.5

    /// How long one round of all topologies takes, in seconds; `nil` where no repetition tells.
    package var roundSeconds: Double? {
        let each = topologies.compactMap { topology -> Double? in
            let seconds = topology.repetitions.compactMap(\.seconds)
            guard !seconds.isEmpty else { return nil }
            return seconds.reduce(0, +) / Double(seconds.count) + Self.overheadSeconds
        }
        return each.isEmpty ? nil : each.reduce(0, +)
    }
}

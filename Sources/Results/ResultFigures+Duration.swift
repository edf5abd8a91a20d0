extension ResultFigures {
    /// Seconds beside the phases, for starting a child and reading its store back.
    private static let overheadSeconds = 0.5

    /// The duration of one round of all topologies, in seconds; `nil` if no repetition contains it.
    package var roundSeconds: Double? {
        Self.roundSeconds(topologies.map { $0.repetitions.compactMap(\.seconds) })
    }

    /// The duration of one round.
    ///
    /// - Parameter seconds: of the repetitions of each topology or arm, without the time beside
    ///   phases.
    package static func roundSeconds(_ seconds: [[Double]]) -> Double? {
        let each = seconds.compactMap { seconds -> Double? in
            guard !seconds.isEmpty else { return nil }
            return seconds.reduce(0, +) / Double(seconds.count) + overheadSeconds
        }
        return each.isEmpty ? nil : each.reduce(0, +)
    }
}

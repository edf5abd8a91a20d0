import Results

/// One measured figure, or the ratio of two, with its interval.
package struct StudyEstimate: Sendable, Hashable {
    /// The medians over the rounds that it rests on.
    package let first: Double
    /// `nil` for a figure on its own.
    package let second: Double?
    /// The ratio of the first to the second, or the figure itself; infinite over zero, and `nil`
    /// if both are zero.
    package let value: Double?
    /// The interval of 95 %; `nil` with fewer than six rounds, with a zero among the values, and
    /// for an exact figure.
    package internal(set) var low: Double?
    package internal(set) var high: Double?
    /// How many rounds it rests on.
    package let rounds: Int

    init(first: Double, second: Double?, value: Double? = nil, rounds: Int) {
        self.first = first
        self.second = second
        self.rounds = rounds
        guard let second else {
            self.value = value ?? first
            return
        }
        self.value = value ?? (first == 0 && second == 0 ? nil : first / second)
    }

    /// Whether a ratio has no meaning: nothing is divided by nothing.
    package var isOfZeros: Bool { first == 0 && second == 0 }
}

/// The runs in addition to the requested rounds, fixed before the first of them by their number
/// alone.
///
/// From six rounds on, where figures have an interval of 95 %, one repetition precedes the first.
/// Its figures are dropped; it leaves program and data in the machine's memory. A topology that the
/// machine has disturbed in a round gets another at the end, one for each, but not more than a
/// quarter of the rounds. Disturbed rounds stay in the report, marked. Repeating until the figures
/// please would make them worthless; this rule looks at the machine alone.
package struct RepetitionRule: Sendable, Hashable {
    /// Repetitions before the first that are thrown away.
    package var warmUps: Int
    /// The most rounds that replace disturbed ones.
    package var spareRounds: Int

    /// - Parameter rounds: how many were asked for.
    package init(rounds: Int) {
        let isLong = rounds >= 6
        warmUps = isLong ? 1 : 0
        spareRounds = isLong ? (rounds + 3) / 4 : 0
    }
}

/// What is run beside the rounds that were asked for: fixed before the first of them, by their
/// number alone.
///
/// From six rounds on, where figures have an interval of 95 %, there is one repetition before the
/// first that counts for nothing and leaves program and data in the machine's memory; and a
/// topology that the machine has disturbed in a round gets another at the end, one for each, but
/// not more than a quarter of the rounds. What was disturbed stays in the report, marked. Who
/// repeats until the figures please has no figures; this rule looks at the machine alone.
package struct RepetitionRule: Sendable, Hashable {
    /// Repetitions before the first that are thrown away.
    package var warmUps: Int
    /// The most rounds that are run in place of disturbed ones.
    package var spareRounds: Int

    /// - Parameter rounds: how many were asked for.
    package init(rounds: Int) {
        let isLong = rounds >= 6
        warmUps = isLong ? 1 : 0
        spareRounds = isLong ? (rounds + 3) / 4 : 0
    }
}

/// The figures of one whole run that a fleet's sessions are judged by; not a number where a run has
/// none.
package struct SessionFigures: Sendable, Hashable {
    /// In seconds.
    package var length: Double
    /// In milliseconds.
    package var delay: Double
    /// Seconds an hour.
    package var hangRate: Double
    /// Edits that a kill at a random instant takes, on average.
    package var lostByKill: Double
    package var lostByPower: Double

    package init(
        length: Double, delay: Double, hangRate: Double, lostByKill: Double, lostByPower: Double
    ) {
        self.length = length
        self.delay = delay
        self.hangRate = hangRate
        self.lostByKill = lostByKill
        self.lostByPower = lostByPower
    }
}

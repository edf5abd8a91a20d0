/// How a run until its topologies were told apart went: the part of `run.json` that says at which
/// level its topologies are ranked.
package struct TellingRecord: Codable, Sendable, Hashable {
    /// What ended the rounds.
    package enum End: String, Codable, Sendable, CaseIterable {
        /// Every pair of topologies is told apart, or shown to be the same, in each ranked figure.
        case told
        /// The time was up, and pairs are open.
        case timeUp = "time-up"
        /// Fewer than two topologies were left without a failure.
        case oneLeft = "one-left"
        /// The command was interrupted.
        case interrupted
    }

    package var end: End
    /// How many times the rounds were looked at; the last look ranks the topologies.
    package var looks: Int
    /// The probability that the last look tells equal topologies apart: its part of that of the
    /// run.
    package var level: Double
    /// How many rounds were run.
    package var rounds: Int
    /// How long they took, with the warm-up.
    package var seconds: Double
    /// How long they could have taken: `--within`.
    package var limitSeconds: Double

    package init(
        end: End, looks: Int, level: Double, rounds: Int, seconds: Double, limitSeconds: Double
    ) {
        self.end = end
        self.looks = looks
        self.level = level
        self.rounds = rounds
        self.seconds = seconds
        self.limitSeconds = limitSeconds
    }
}

/// How many crash states of one model were judged.
package struct CrashTally: Codable, Sendable, Hashable {
    /// `K0`, `P3`, …: Crashes.md, “The models of a crash”.
    package var model: String
    package var states = 0
    /// Images among them that no state before had: each was opened.
    package var images = 0
    /// Images whose pages equal no commit's: each was checked row by row.
    package var checks = 0
    package var violations = 0

    package init(model: String) {
        self.model = model
    }

    /// The share of bad states that 95 % of such runs would have found, if all samples were good:
    /// three over the number of samples.
    package var upperBound: Double? {
        violations == 0 && states > 0 ? min(1, 3 / Double(states)) : nil
    }
}

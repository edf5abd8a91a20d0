/// A store that was damaged, and what opening it through the engine came to.
package struct DamageRecord: Codable, Sendable, Hashable {
    /// What was done to the files: `the log cut inside frame 3`.
    package var damage: String
    /// Which store it was done to: `closed`, `with a log`, `with a journal`.
    package var store: String
    /// What must come: `refused: 259, SQLite 26`, `commit 2`, …
    package var expected: String
    package var found: String
    /// The error's text; empty where the store opened.
    package var text = ""
    /// What was wrong besides: files that a refusal has changed, for one.
    package var violations: [String] = []

    package init(damage: String, store: String, expected: String, found: String) {
        self.damage = damage
        self.store = store
        self.expected = expected
        self.found = found
    }

    package var isAsExpected: Bool { expected == found && violations.isEmpty }
}

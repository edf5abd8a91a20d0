/// A damaged store, and the result of opening it through the engine.
package struct DamageRecord: Codable, Sendable, Hashable {
    /// The damage: `the log cut inside frame 3`.
    package var damage: String
    /// Which store it was done to: `closed`, `with a log`, `with a journal`.
    package var store: String
    /// The expected result, such as `refused: 259, SQLite 26` or `commit 2`.
    package var expected: String
    package var found: String
    /// The error's text; empty where the store opened.
    package var text = ""
    /// Further violations: for example, files that a refusal has changed.
    package var violations: [String] = []

    package init(damage: String, store: String, expected: String, found: String) {
        self.damage = damage
        self.store = store
        self.expected = expected
        self.found = found
    }

    package var isAsExpected: Bool { expected == found && violations.isEmpty }
}

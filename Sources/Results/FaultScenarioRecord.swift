/// A failing save that is reported as a scenario of its own, with the expected and the actual
/// result.
package struct FaultScenarioRecord: Codable, Sendable, Hashable {
    /// The failing save and its time, in one line.
    package var name: String
    /// The topology with the fields that were set.
    package var variant: String
    /// `wal/full`.
    package var mode: String
    /// Each thing that was looked at, in order.
    package var findings: [Finding] = []
    /// Edits that the app believed saved when the store's save of them failed.
    package var silentEdits = 0

    /// One thing that was looked at.
    package struct Finding: Codable, Sendable, Hashable {
        package var question: String
        package var expected: String
        package var found: String

        package init(_ question: String, expected: String, found: String) {
            self.question = question
            self.expected = expected
            self.found = found
        }
    }

    package init(name: String, variant: String, mode: String) {
        self.name = name
        self.variant = variant
        self.mode = mode
    }

    package var violations: [Finding] { findings.filter { $0.expected != $0.found } }
}

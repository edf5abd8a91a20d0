/// Parts of a workload's model that a run does without, or keeps otherwise than an app's store.
package struct ModelGapRecord: Codable, Sendable, Hashable {
    /// `Message.preview`, `Tag`; in the order of their names.
    package var parts: [String]
    /// How the run treats them: `derived, and no store computes a value`.
    package var treatment: String
    /// What that may do to a verdict: `a save costs less here`.
    package var effect: String

    /// A model of a thousand entities has more than a reader wants to know.
    private static let mostNamed = 8

    package init(parts: [String], treatment: String, effect: String) {
        self.parts = parts
        self.treatment = treatment
        self.effect = effect
    }

    /// The parts in a few words.
    package var names: String {
        let others = parts.count - Self.mostNamed
        return parts.prefix(Self.mostNamed).joined(separator: ", ")
            + (others > 0 ? " and \(others) more" : "")
    }

    /// All of it in a sentence.
    package var sentence: String { "\(names): \(treatment); \(effect)." }
}

/// The verdict on a published sentence, order or pair of figures.
package enum StudyVerdict: String, Codable, Sendable, CaseIterable {
    case holds
    case doesNotHold = "does not hold"
    /// More rounds could decide it.
    case cannotBeTold = "cannot be told"
    /// No number of rounds here decides it.
    case cannotBeTested = "cannot be tested here"

    /// The verdict on a sentence that is true only if all of its parts are.
    ///
    /// One part that does not hold is enough against it. A part that cannot be tested keeps the
    /// sentence from holding, however many rounds the others take.
    package static func all(_ parts: some Sequence<StudyVerdict>) -> StudyVerdict {
        let parts = Set(parts)
        return [.doesNotHold, .cannotBeTested, .cannotBeTold].first(where: parts.contains) ?? .holds
    }
}

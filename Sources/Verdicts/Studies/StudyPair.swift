/// Two arms in one figure: the ratio that was published, and the one that was measured.
package struct StudyPair: Sendable, Hashable {
    package let metric: String
    package let first: String
    package let second: String
    /// The first over the second.
    package let published: Double
    /// The same ratio of the measured figures; `nil` if an arm has no figure.
    package let measured: StudyRatio?

    /// Whether the arm that was published as the larger one is it here too; `nil` where the two
    /// were published as equal, or not measured.
    package var hasSameOrder: Bool? {
        guard let measured, published != 1 else { return nil }
        return published > 1 ? measured.value > 1 : measured.value < 1
    }
}

/// Two arms in one figure: the ratio that was published, and the one that was measured.
///
/// The first is the one whose published figure is larger, so that every published ratio is one at
/// least.
package struct StudyPair: Sendable, Hashable {
    package let metric: String
    package let first: String
    package let second: String
    /// The first over the second.
    package let published: Double
    /// The measured figures: whether the first is above the second here too.
    package let finding: StudyFinding

    /// The verdict on the published order; `nil` if the two were published as equal.
    package var verdict: StudyVerdict? { published == 1 ? nil : finding.verdict }
}

import Verdicts

/// One planted fault, and the lab's findings about it.
struct SelfTestCase: Sendable {
    /// The kind of the planted fault.
    enum Kind: String, Codable, Sendable, CaseIterable {
        /// A run and itself, value for value.
        case identical = "identical-pair"
        /// Two runs of one build that alternated.
        case comparison = "run-with-itself"
        case slowDown = "slow-down"
        case disturbed = "disturbed-machine"
        case lostWrite = "lost-write"

        /// The kinds that a user can request; the identical pair comes with a comparison.
        static let planted: [Kind] = [.comparison, .slowDown, .disturbed, .lostWrite]
    }

    var kind: Kind
    var expected: String
    var found: String
    var isFound: Bool
    /// The comparison; `nil` if none was made.
    var comparison: Comparison?
    var code: ExitCode
    /// The cause that the comparison blamed for a regression; empty for none.
    var blame = ""

    var verdict: Verdict? { comparison?.verdict }
}

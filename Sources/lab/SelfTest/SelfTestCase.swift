import Verdicts

/// One thing that was planted, and what was found of it.
struct SelfTestCase: Sendable {
    /// What was planted.
    enum Kind: String, Codable, Sendable, CaseIterable {
        /// A run and itself, value for value.
        case identical = "identical-pair"
        /// Two runs of one build that alternated.
        case comparison = "run-with-itself"
        case slowDown = "slow-down"
        case disturbed = "disturbed-machine"
        case lostWrite = "lost-write"

        /// What can be asked for; the identical pair comes with a comparison.
        static let planted: [Kind] = [.comparison, .slowDown, .disturbed, .lostWrite]
    }

    var kind: Kind
    var expected: String
    var found: String
    var isFound: Bool
    /// `nil` where none was made.
    var comparison: Comparison?
    var code: ExitCode
    /// The cause that a regression was blamed on; empty for none.
    var blame = ""

    var verdict: Verdict? { comparison?.verdict }
}

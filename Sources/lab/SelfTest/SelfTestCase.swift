import Results
import Verdicts

/// One planted effect, and the lab's finding on it.
package struct SelfTestCase: Sendable {
    /// The kinds of planted effects.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// A run and itself, value for value.
        case identical = "identical-pair"
        /// Two runs of one build that alternated.
        case comparison = "run-with-itself"
        case slowDown = "slow-down"
        /// A stack that does more work for the same outcome.
        case moreWork = "more-work"
        case disturbed = "disturbed-machine"
        case lostWrite = "lost-write"
        /// A topology and itself with a dearer cause, until they are told apart.
        case toldCost = "told-cost"
        /// A stack that waits for each commit and one that commits soon after, until they are told
        /// apart.
        case toldLoss = "told-loss"
        /// A topology and itself, until the time is up.
        case toldNothing = "told-nothing"

        /// The kinds that a user can request; the identical pair comes with a comparison.
        static let planted: [Kind] = [
            .comparison, .slowDown, .moreWork, .disturbed, .lostWrite, .toldCost, .toldLoss,
            .toldNothing,
        ]

        /// Whether it is a run until topologies are told apart.
        var isTelling: Bool { [.toldCost, .toldLoss, .toldNothing].contains(self) }
    }

    var kind: Kind
    var expected: String
    var found: String
    var isFound: Bool
    /// The comparison; `nil` for a case without one.
    var comparison: Comparison?
    var code: ExitCode
    /// The cause that the comparison blamed for a regression; empty without a cause.
    var blame = ""
    /// How many rounds find a slow-down, by each method; `nil` for other cases.
    var rounds: SelfTestRounds?
    /// How the rounds ended; `nil` for a case with a fixed number of them.
    var telling: TellingRecord?
    /// How many cores other processes kept busy meanwhile; `nil` if the kernel does not report it.
    var otherCores: Double?

    /// Makes a case that needs no comparison.
    package init(kind: Kind, isFound: Bool, otherCores: Double?) {
        self.init(kind: kind, expected: "", found: "", isFound: isFound, code: .ok)
        self.otherCores = otherCores
    }

    init(
        kind: Kind, expected: String, found: String, isFound: Bool, comparison: Comparison? = nil,
        code: ExitCode, blame: String = ""
    ) {
        self.kind = kind
        self.expected = expected
        self.found = found
        self.isFound = isFound
        self.comparison = comparison
        self.code = code
        self.blame = blame
    }

    /// Whether other work on the machine can explain a miss, which then proves nothing.
    ///
    /// It cannot for a run and itself, whose figures are equal, nor for more work or a lost row:
    /// none of them depends on the machine's load.
    var isUndecidable: Bool {
        switch kind {
        case .identical, .moreWork, .lostWrite, .toldLoss: false
        case .comparison, .slowDown, .disturbed, .toldCost, .toldNothing:
            // Load marks figures and widens intervals; it makes no two runs incomparable.
            !isFound && verdict != .incomparable && (otherCores ?? 0) > OtherWork.mostCores
        }
    }

    var verdict: Verdict? { comparison?.verdict }
}

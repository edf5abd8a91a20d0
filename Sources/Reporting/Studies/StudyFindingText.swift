import Results
import Statistics
import Verdicts

/// A finding in words: the figures with their interval, and the reason where these do not give it.
struct StudyFindingText {
    let finding: StudyFinding
    /// How many comparisons its family has.
    let comparisons: Int
    /// The duration of a round of all arms; `nil` if it is unknown.
    let roundSeconds: Double?

    init(_ finding: StudyFinding, in judgement: StudyJudgement) {
        self.finding = finding
        comparisons = judgement.testedCount
        roundSeconds = judgement.roundSeconds
    }

    /// The unit after a number; a count needs none.
    private var unit: String {
        guard let unit = Metric.find(finding.metric)?.unit, unit != .count else { return "" }
        return " \(unit.rawValue)"
    }

    /// `12 (10–15)`, `14 ms (13–15)`, `5 ms against 0 ms`, `both are zero`.
    var value: String {
        guard let estimate = finding.estimate, let value = estimate.value else {
            return finding.estimate?.isOfZeros == true ? "both are zero" : "no figure"
        }
        let isRatio = estimate.second != nil
        func text(_ value: Double) -> String {
            isRatio ? StudyNames.ratio(value) : NumberText.short(value)
        }
        let exactly = finding.isExact ? ", exactly" : ""
        let number = text(value) + (isRatio ? "" : unit)
        if let second = estimate.second, finding.isExact || second == 0 || estimate.first == 0 {
            return "\(amount(estimate.first)) against \(amount(second))\(exactly)"
        }
        guard let low = estimate.low, let high = estimate.high else { return number + exactly }
        return "\(number) (\(text(low))–\(text(high)))"
    }

    private func amount(_ value: Double) -> String { NumberText.short(value) + unit }

    /// The reason behind the verdict, and for an open one the rounds that would decide it; `nil`
    /// where figures and interval say all.
    var reason: String? {
        let rest = finding.verdict == .cannotBeTold ? outlook : nil
        let parts = [cause, rest].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private var cause: String? {
        switch finding.reason {
        case nil: nil
        case .untestable(let reason): reason
        case .failed(let arm): "\(arm) failed"
        case .notRun(let arm): "\(arm) had not run when the study was interrupted"
        case .absent(let arm): "\(arm) has no such figure"
        case .bothZero: "nothing divided by nothing is no ratio"
        case .fewRounds: fewRounds
        case .wideInterval: "the interval leaves it open"
        case .manyQuestions:
            "alone it would be told, but one of \(comparisons) comparisons comes out so by chance"
        case .tooSmall: "so small a difference does not matter"
        case .seen(let worst): "the longest of any repetition is \(amount(worst))"
        }
    }

    private var fewRounds: String {
        let rounds = finding.estimate?.rounds ?? 0
        let noun = rounds == 1 ? "undisturbed round" : "undisturbed rounds"
        return "\(rounds == 0 ? "no" : String(rounds)) \(noun), too few for an interval"
    }

    /// `about 38 rounds (4 min) would tell`.
    private var outlook: String? {
        switch finding.reason {
        case .notRun: return nil
        case .fewRounds:
            return "\(Ranking.minimumRounds) or more may tell"
        default:
            guard let rounds = finding.roundsNeeded else {
                return "\(NumberText.grouped(Double(RoundsNeeded.most))) rounds would not tell"
            }
            return "\(Self.rounds(rounds, roundSeconds)) would tell"
        }
    }

    /// `about 38 rounds (4 min)`.
    static func rounds(_ rounds: Int, _ roundSeconds: Double?) -> String {
        let length = roundSeconds.map { " (\(Conclusion.duration($0 * Double(rounds))))" } ?? ""
        return "about \(NumberText.grouped(Double(rounds))) rounds\(length)"
    }
}

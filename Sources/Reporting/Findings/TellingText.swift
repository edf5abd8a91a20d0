import Results
import Verdicts

/// How a run until its topologies were told apart ended, in words.
enum TellingText {
    /// More pairs than these are left to pairs.csv.
    private static let mostPairs = 3

    /// What ended the rounds, and what is open; `nil` if the number of rounds was fixed.
    static func sentence(of result: WorkloadResult, _ ranking: Ranking) -> String? {
        guard let telling = result.telling else { return nil }
        let facts = "\(rounds(telling.rounds)) in \(time(telling.seconds)) (\(looks(telling)))"
        switch telling.end {
        case .told:
            return "Told after \(facts): every two topologies are told apart, or the same, in each "
                + "ranked figure."
        case .oneLeft:
            return "The rounds ended after \(facts): fewer than two topologies are left."
        case .interrupted:
            return "Interrupted after \(facts), before all were told apart."
                + open(result, ranking)
        case .timeUp:
            return "Not told apart when time was up after \(facts)." + open(result, ranking)
        }
    }

    /// The rule, for the method of the report; `nil` if the number of rounds was fixed.
    static func method(of result: WorkloadResult) -> String? {
        guard let telling = result.telling else { return nil }
        let times = (1...3).map { String(Look.rounds(before: $0)) }.joined(separator: ", ")
        return "The number of rounds was not fixed beforehand, but the rule that ended them was: "
            + "after \(times) and so on undisturbed rounds the topologies are ranked, until every "
            + "two are told apart or shown to be the same, or the time of "
            + "\(time(telling.limitSeconds)) is up. Look k may spend 1/(k (k + 1)) of the "
            + "probability of error of \(percent(GateFamily.level)), so that all looks together "
            + "spend no more. The last was look \(telling.looks), at \(percent(telling.level)). "
            + "The intervals of `pairs.csv` are as much wider, and hold whatever look is the last; "
            + "those of `results.csv` suppose a fixed number of rounds."
    }

    /// The open pairs, and how many rounds would tell them.
    private static func open(_ result: WorkloadResult, _ ranking: Ranking) -> String {
        let open = ranking.pairs.filter(\.isOpen)
        guard !open.isEmpty else {
            return " Two topologies have no common round that the machine left undisturbed."
        }
        var pairs: [(names: String, measures: [String])] = []
        for pair in open {
            let names = "\(ranking.variants[pair.first]) and \(ranking.variants[pair.second])"
            let place = pairs.firstIndex { $0.names == names }
            if let place {
                pairs[place].measures.append(pair.measure.shortName)
            } else {
                pairs.append((names, [pair.measure.shortName]))
            }
        }
        let shown = pairs.prefix(mostPairs).map {
            "\($0.names) in \(TextLines.list($0.measures))"
        }
        let more = pairs.count - shown.count
        let rest = more == 0 ? "" : more == 1 ? "; and 1 more pair" : "; and \(more) more pairs"
        return " Open are \(shown.joined(separator: "; "))\(rest)." + outlook(open, of: result)
    }

    /// How many rounds would tell the open pairs, and how long they take.
    private static func outlook(_ open: [RankedPair], of result: WorkloadResult) -> String {
        let needed = open.compactMap(\.roundsNeeded)
        guard let most = needed.max() else { return "" }
        let length = ResultFigures(result).roundSeconds.map {
            " (\(Conclusion.duration($0 * Double(most))))"
        }
        let which =
            needed.count == open.count ? "them" : "\(needed.count) of these \(open.count) figures"
        return " About \(NumberText.grouped(Double(most))) rounds\(length ?? "") would tell "
            + "\(which), if they differ as much as here."
    }

    private static func rounds(_ count: Int) -> String { "\(count) round\(count == 1 ? "" : "s")" }

    /// `2 looks, level 0.33 %`.
    private static func looks(_ telling: TellingRecord) -> String {
        "\(telling.looks) look\(telling.looks == 1 ? "" : "s"), level \(percent(telling.level))"
    }

    private static func percent(_ share: Double) -> String { "\(NumberText.ratio(100 * share)) %" }

    /// `52 s`, `1 min 40 s`.
    private static func time(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 1e9).rounded())
        guard whole >= 60 else { return "\(whole) s" }
        let rest = whole % 60
        return "\(whole / 60) min" + (rest == 0 ? "" : " \(rest) s")
    }
}

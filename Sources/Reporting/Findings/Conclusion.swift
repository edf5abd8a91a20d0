import Results
import Verdicts

/// Sentences on the advantages and prices of the topologies, as far as the repetitions show them.
///
/// Two prices are weighed, as in the trade-off chart: how long an event waits for the main queue
/// (p99), and how many saved edits a kill takes. Delays are ordered only if `Ranking` distinguishes
/// them. A loss is the largest of any repetition.
package enum Conclusion {
    /// Below this ratio a price is not worth a word.
    private static let smallestPrice = 1.1

    /// The sentences, apart.
    struct Parts {
        /// Which topologies wait least, and how much longer the others wait.
        let delays: String
        /// What a kill takes; `nil` without edits.
        var losses: String?
        /// What the topology with the shortest waits pays; `nil` if nothing is shown.
        var price: String?
        /// How many repetitions would tell what is open; `nil` if nothing is.
        var outlook: String?
    }

    /// The sentences; `nil` when no topology has the figures.
    package static func sentence(of result: WorkloadResult, _ ranking: Ranking) -> String? {
        parts(of: result, ranking).map { parts in
            [parts.delays, parts.losses, parts.price, parts.outlook].compactMap(\.self)
                .joined(separator: " ")
        }
    }

    /// The sentences, apart; `nil` when no topology has the figures.
    static func parts(of result: WorkloadResult, _ ranking: Ranking) -> Parts? {
        let headlines = Headline.all(of: result)
        let judged = headlines.indices.filter { headlines[$0].delay != nil }
        guard let first = judged.first else { return nil }
        guard judged.count > 1 else {
            return Parts(
                delays: "\(headlines[first].topology.variant): \(cost(of: headlines[first])); "
                    + "one topology alone says nothing about the others.")
        }
        let own = judged.map { headlines[$0] }
        return Parts(
            delays: delays(headlines, ranking, of: result), losses: losses(own),
            price: price(headlines, ranking), outlook: outlook(result, ranking))
    }

    /// `delay p99 14.2 ms, nothing lost to a kill`.
    private static func cost(of headline: Headline) -> String {
        let delay = "delay p99 \(NumberText.short(headline.delay ?? 0)) ms"
        guard let loss = headline.loss else { return delay }
        return loss == 0
            ? "\(delay), nothing lost to a kill" : "\(delay), up to \(edits(loss)) lost to a kill"
    }

    private static func edits(_ count: Double) -> String {
        "\(NumberText.short(count)) saved edit\(count == 1 ? "" : "s")"
    }

    // MARK: Delays

    /// The topologies with the shortest waits, if the repetitions distinguish them.
    private static func delays(
        _ headlines: [Headline], _ ranking: Ranking, of result: WorkloadResult
    ) -> String {
        let measure = Metric.mainDelay[.p99]
        guard let best = ranking.best(measure) else {
            let rounds = ranking.rounds(of: measure)
            return rounds == 0
                ? "No undisturbed repetitions are left to rank delays by."
                : "\(RunQuality.tooFew(rounds, of: result)) to rank delays: "
                    + "\(Ranking.minimumRounds) or more may tell."
        }
        let group = best.group.map { headlines[$0] }
        let names = TextLines.list(group.map(\.topology.variant))
        let waits = "delay p99 \(range(group.compactMap(\.delay))) ms"
        // Two of a group may be told from each other, though neither is from its scattered best.
        let leader = headlines[best.leader].topology.variant
        let others = best.group.filter { $0 != best.leader }
        let isTold = ranking.tellsApart(others, measure)
        let rivals = TextLines.list(others.map { headlines[$0].topology.variant })
        guard !best.isOfAll else {
            return isTold
                ? "\(rivals) are not told apart from \(leader) by their waits: \(waits)."
                : "\(names) are not told apart by their waits: \(waits)."
        }
        let ratios = best.worse.compactMap { other -> Double? in
            guard let fastest = headlines[best.leader].delay, fastest > 0 else { return nil }
            return headlines[other].delay.map { $0 / fastest }
        }
        let rest = TextLines.list(best.worse.map { headlines[$0].topology.variant })
        // Topologies that the sentence has just named are referred to by a pronoun.
        let isNamed = group.count == 1 && !best.open.isEmpty
        let subject = !isNamed ? rest : best.worse.count == 1 ? "it" : "they"
        let verb = best.worse.count == 1 ? "waits" : "wait"
        let longer =
            ratios.isEmpty ? "longer" : "\(range(ratios, NumberText.ratio)) times as long"
        // Which of several that are not told apart the others are multiples of.
        let than =
            ratios.isEmpty
            ? ""
            : group.count == 1 ? " (medians)" : " as \(leader) (medians)"
        let lead: String
        switch (group.count, best.open.isEmpty) {
        case (1, true): lead = "\(names) has the shortest waits: \(waits)"
        case (1, false): lead = "\(names) waits less than \(rest): \(waits)"
        default:
            let alike =
                isTold ? ", \(rivals) not told apart from \(leader)" : " and are not told apart"
            lead = "\(names) have the shortest waits\(alike): \(waits)"
        }
        let open = best.open.map {
            "\(headlines[$0].topology.variant) (\(NumberText.short(headlines[$0].delay ?? 0)) ms)"
        }
        let doubt =
            open.isEmpty
            ? ""
            : " \(TextLines.list(open)) \(open.count == 1 ? "is" : "are") not told apart from "
                + "\(leader)."
        return "\(lead); \(subject) \(verb) \(longer)\(than).\(doubt)"
    }

    /// `0.88 and 7.5`; of more than two values the least and the greatest: `2.8–6.7`.
    private static func range(
        _ values: [Double], _ text: (Double) -> String = NumberText.short
    ) -> String {
        let texts = (text(values.min() ?? 0), text(values.max() ?? 0))
        let dash = values.count == 2 ? " and " : "–"
        return texts.0 == texts.1 ? texts.0 : "\(texts.0)\(dash)\(texts.1)"
    }

    // MARK: Losses

    /// The losses by a kill in any repetition: the topologies without a loss, and the loss of each
    /// other one.
    private static func losses(_ headlines: [Headline]) -> String? {
        let known = headlines.filter { $0.loss != nil }
        let safe = known.filter { $0.loss == 0 }.map(\.topology.variant)
        let others = known.filter { $0.loss != 0 }.enumerated().map { place, headline in
            let verb = place == 0 ? "loses " : ""
            let owner = headline.lossOwner.map {
                " (the \($0.role)'s alone up to \(NumberText.grouped($0.most)))"
            }
            return
                "\(headline.topology.variant) \(verb)up to \(edits(headline.loss!))\(owner ?? "")"
        }
        var parts: [String] = []
        if !safe.isEmpty {
            let names = others.isEmpty && safe.count > 1 ? "All" : TextLines.list(safe)
            let verb = safe.count == 1 ? "loses" : "lose"
            parts.append("\(names) \(verb) no saved edit to a kill")
        }
        if !others.isEmpty {
            let tail = safe.isEmpty ? " to a kill" : ""
            parts.append(TextLines.list(others) + tail)
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ") + "."
    }

    // MARK: Prices and outlook

    /// The import rate and freshness in which the topology with the shortest waits is shown to be
    /// worse.
    private static func price(_ headlines: [Headline], _ ranking: Ranking) -> String? {
        guard let best = ranking.best(Metric.mainDelay[.p99]), best.group.count == 1,
            best.open.isEmpty
        else {
            return nil
        }
        let own = headlines[best.leader]
        var prices: [String] = []
        func told(_ measure: Measure) -> (other: Headline, own: Double, best: Double)? {
            guard let leader = ranking.best(measure)?.leader,
                ranking.isBetter(measure, leader, than: best.leader),
                let value = own.value(measure), let least = headlines[leader].value(measure),
                max(value, least) > min(value, least) * smallestPrice
            else { return nil }
            return (headlines[leader], value, least)
        }
        if let rate = told(Metric.importRate[.total]), rate.best > 0 {
            let share = Int((100 * rate.own / rate.best).rounded())
            prices.append("an import at \(share) % of \(rate.other.topology.variant)'s rate")
        }
        if let fresh = told(Metric.uiFreshness[.p50]) {
            prices.append(
                "data shown \(NumberText.short(fresh.own)) ms after its save "
                    + "(\(fresh.other.topology.variant) \(NumberText.short(fresh.best)))")
        }
        guard !prices.isEmpty else { return nil }
        return "\(own.topology.variant) pays with \(TextLines.list(prices))."
    }

    /// How many repetitions would distinguish the delays that these leave open, and how long they
    /// take.
    private static func outlook(_ result: WorkloadResult, _ ranking: Ranking) -> String? {
        // A run until all is told says it of all figures (`TellingText`).
        guard result.telling == nil else { return nil }
        let measure = Metric.mainDelay[.p99]
        guard ranking.best(measure) != nil, let rounds = ranking.roundsNeeded(measure)
        else { return nil }
        // The length of a simulated round is that of the world, and not of the command.
        let seconds = result.simulated == nil ? ResultFigures(result).roundSeconds : nil
        let length = seconds.map { " (\(duration($0 * Double(rounds))))" }
        let count = "About \(NumberText.grouped(Double(rounds))) \(RunQuality.noun(of: result))s"
        return "\(count)\(length ?? "") would tell the delays that are not told apart, if they "
            + "differ as much as here."
    }

    /// `40 s`, `3 min`, `2 h`.
    static func duration(_ seconds: Double) -> String {
        switch seconds {
        case ..<90: "\(Int(seconds.rounded())) s"
        case ..<5400: "\(Int((seconds / 60).rounded())) min"
        default: "\(NumberText.ratio(seconds / 3600)) h"
        }
    }
}

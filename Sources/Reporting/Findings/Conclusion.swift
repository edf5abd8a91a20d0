import Results

/// Which topology buys what, as one sentence that follows from the figures.
///
/// Two prices are weighed, as in the trade-off chart: how long an event waits for the main queue
/// (p99), and how many saved edits a kill takes (max). The fastest topology is named with what it
/// loses and what else it pays; each other is put against it.
package enum Conclusion {
    /// Below this ratio two delays are called equal: repetitions differ by as much.
    private static let equalRatio = 1.1

    /// The sentence; `nil` when no topology has the figures.
    package static func sentence(_ headlines: [Headline]) -> String? {
        let judged = headlines.filter { $0.delay != nil }
        guard let fastest = judged.min(by: { $0.delay! < $1.delay! }) else { return nil }
        guard judged.count > 1 else {
            return "\(fastest.topology.variant): \(cost(of: fastest)); "
                + "one topology alone says nothing about the others."
        }
        let others = judged.filter { $0.topology.variant != fastest.topology.variant }
        var clauses = ["\(fastest.topology.variant) buys the shortest waits: \(cost(of: fastest))"]
        if let price = price(of: fastest, against: others) {
            clauses[0] += ", and pays with \(price)"
        }
        let safe = others.filter { $0.loss == 0 }
        if !safe.isEmpty {
            let either = fastest.loss == 0 ? "nothing either" : "nothing"
            clauses.append(
                clause(
                    safe, against: fastest, subject: "lose\(safe.count == 1 ? "s" : "") \(either)"))
        }
        for other in others where other.loss != 0 {
            let loss = other.loss.map { "loses up to \(edits($0))" }
            clauses.append(clause([other], against: fastest, subject: loss))
        }
        return clauses.joined(separator: "; ") + "."
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

    /// What the fastest does worse than the best of the others, in import rate or freshness.
    private static func price(of fastest: Headline, against others: [Headline]) -> String? {
        var prices: [String] = []
        if let own = fastest.value(Metric.importRate[.total]),
            let best = best(others, by: Metric.importRate[.total], isBetter: >),
            best.value > own * equalRatio
        {
            let share = Int((100 * own / best.value).rounded())
            prices.append("an import at \(share) % of \(best.name)'s rate")
        }
        if let own = fastest.value(Metric.uiFreshness[.p50]),
            let best = best(others, by: Metric.uiFreshness[.p50], isBetter: <),
            own > best.value * equalRatio, own - best.value >= 1
        {
            prices.append(
                "data shown \(NumberText.short(own)) ms after its save "
                    + "(\(best.name) \(NumberText.short(best.value)))")
        }
        return prices.isEmpty ? nil : TextLines.list(prices)
    }

    private static func best(
        _ headlines: [Headline], by measure: Measure, isBetter: (Double, Double) -> Bool
    ) -> (name: String, value: Double)? {
        var best: (name: String, value: Double)?
        for headline in headlines {
            guard let value = headline.value(measure) else { continue }
            if best == nil || isBetter(value, best!.value) {
                best = (headline.topology.variant, value)
            }
        }
        return best
    }

    /// `siblings and child-of-main lose nothing, and wait 2.1–8.3 times as long`.
    private static func clause(
        _ headlines: [Headline], against fastest: Headline, subject: String?
    ) -> String {
        let names = TextLines.list(headlines.map(\.topology.variant))
        let wait = wait(headlines.compactMap(\.delay), against: fastest.delay ?? 0)
        let verb = headlines.count == 1 ? "waits" : "wait"
        return names + " "
            + [subject, "\(verb) \(wait)"].compactMap(\.self).joined(separator: " and ")
    }

    private static func wait(_ delays: [Double], against fastest: Double) -> String {
        let low = delays.min() ?? 0
        let high = delays.max() ?? 0
        // No multiple of nothing: then the waits themselves are told.
        guard fastest > 0 else { return "\(range(low, high)) ms" }
        if high / fastest < equalRatio { return "as long" }
        if low / fastest < equalRatio {
            return "up to \(NumberText.ratio(high / fastest)) times as long"
        }
        return "\(ratios(low / fastest, high / fastest)) times as long"
    }

    private static func range(_ low: Double, _ high: Double) -> String {
        let texts = (NumberText.short(low), NumberText.short(high))
        return texts.0 == texts.1 ? texts.0 : "\(texts.0)–\(texts.1)"
    }

    private static func ratios(_ low: Double, _ high: Double) -> String {
        let texts = (NumberText.ratio(low), NumberText.ratio(high))
        return texts.0 == texts.1 ? texts.0 : "\(texts.0)–\(texts.1)"
    }
}

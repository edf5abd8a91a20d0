import Results
import Verdicts

/// How sure the order of topologies is where costs are uncertain, in sentences.
enum UncertaintyText {
    /// The figures that a sentence judges.
    private static let judged: [(measure: Measure, best: String)] = [
        (Metric.mainDelay[.p99], "waits least"), (Metric.mainBusy[.total], "keeps main free most"),
    ]
    private static let mostFactors = 3

    /// The sentences; `nil` for a result whose costs are certain.
    static func sentence(of result: WorkloadResult) -> String? {
        guard let record = result.uncertainty else { return nil }
        let orders = DrawOrder.all(
            of: result.topologies, headlinePhase: result.headlinePhase,
            measures: judged.map(\.measure))
        let draws = orders.map(\.draws).max() ?? 0
        let sentences = judged.compactMap { order(of: $0.measure, $0.best, orders, result) }
        guard !sentences.isEmpty else { return nil }
        let begin =
            "In \(draws) draws all \(record.factors.count) uncertain numbers lay anywhere in their "
            + "ranges."
        return ([begin] + sentences + [strongest(of: result)].compactMap(\.self))
            .joined(separator: " ")
    }

    /// The sentence on one figure.
    ///
    /// `siblings waits least (main.delay.p99): before single-main in 100 % of them (stable) and
    /// child-of-main in 88 % (mostly).`
    private static func order(
        of measure: Measure, _ best: String, _ orders: [DrawOrder], _ result: WorkloadResult
    ) -> String? {
        guard let leader = DrawOrder.leader(measure, among: orders) else { return nil }
        let name = result.topologies[leader.topology].variant
        guard leader.over.contains(where: { $0.sureness != .same }) else {
            let names =
                [name]
                + leader.over.map { result.topologies[$0.other(than: leader.topology)].variant }
            return "\(measure.shortName) is the same for \(TextLines.list(names)) in every draw."
        }
        let parts = leader.over.map { order in
            let other = result.topologies[order.other(than: leader.topology)].variant
            guard order.sureness != .same else { return "\(other) in none, being the same" }
            let before = order.wins(of: leader.topology)
            let alike = order.ties == 0 ? "" : ", the same in \(percent(order.ties, of: order))"
            return "\(other) in \(percent(before, of: order))\(alike) (\(order.sureness.rawValue))"
        }
        return "\(name) \(best) (\(measure.shortName)): before \(TextLines.list(parts))."
    }

    static func percent(_ draws: Int, of order: DrawOrder) -> String {
        percent(Double(draws) / Double(order.draws))
    }

    /// Whole percents; 99.6 % are not all of them.
    static func percent(_ share: Double) -> String {
        // 29 of 50 draws are 58 %, and not the 57.99 that the product is.
        let whole = Int(share * 100 + 1e-9)
        return share > 0 && whole == 0 ? "under 1 %" : "\(whole) %"
    }

    /// The sentence on the numbers that move the busy time of main most.
    private static func strongest(of result: WorkloadResult) -> String? {
        guard let effects = CostEffects(Metric.mainBusy[.total], of: result) else { return nil }
        let parts = effects.strongest(mostFactors).map {
            "\($0.factor.name) (up to \(NumberText.ratio($0.strength)) times)"
        }
        guard !parts.isEmpty else { return nil }
        return
            "Alone in its range, each as far as it goes, these move \(effects.measure.shortName) "
            + "most: \(TextLines.list(parts))."
    }
}

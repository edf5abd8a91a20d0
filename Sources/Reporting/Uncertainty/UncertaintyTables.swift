import Results
import Verdicts

/// orders.csv and effects.csv, and their short forms in report.md: a result whose costs are
/// uncertain.
enum UncertaintyTables {
    static let ordersName = "orders.csv"
    static let effectsName = "effects.csv"
    private static let mostFactors = 10

    /// A row for each pair of each ranked figure.
    ///
    /// The columns: Command.md, “The columns of orders.csv”.
    static func orders(of result: WorkloadResult) -> [UInt8] {
        var table = CSVTable(columns: [
            "run", "metric", "stat", "first", "second", "draws", "before", "ties", "share", "order",
        ])
        for order in drawOrders(of: result) {
            table.append([
                result.run, order.measure.metric, order.measure.statistic.rawValue,
                result.topologies[order.first].variant, result.topologies[order.second].variant,
                String(order.draws), String(order.before), String(order.ties),
                NumberText.exact(order.share), order.sureness.rawValue,
            ])
        }
        return table.bytes
    }

    private static func drawOrders(of result: WorkloadResult) -> [DrawOrder] {
        DrawOrder.all(of: result.topologies, headlinePhase: result.headlinePhase)
    }

    /// A row for each number, topology and figure.
    ///
    /// The columns: Command.md, “The columns of effects.csv”.
    static func effects(of record: UncertaintyRecord, run: String) -> [UInt8] {
        var table = CSVTable(columns: [
            "run", "factor", "low", "high", "topology", "phase", "metric", "stat", "unit", "value",
            "value_low", "value_high", "value_half",
        ])
        for effect in record.effects {
            guard let factor = record.factors.first(where: { $0.name == effect.factor }) else {
                continue
            }
            table.append(
                [run, factor.name, NumberText.exact(factor.low), NumberText.exact(factor.high)]
                    + [effect.variant, effect.phase, effect.metric, effect.statistic, effect.unit]
                    + [effect.middle, effect.low, effect.high, effect.half].map(NumberText.exact))
        }
        return table.bytes
    }

    /// Each figure's best topology against each other one.
    static func orders(on result: WorkloadResult) -> ReportTable {
        let orders = drawOrders(of: result)
        let rows = Ranking.measures.flatMap { measure -> [[String]] in
            guard let leader = DrawOrder.leader(measure, among: orders) else { return [] }
            return leader.over.map { order in
                [
                    measure.shortName, result.topologies[leader.topology].variant,
                    result.topologies[order.other(than: leader.topology)].variant,
                    UncertaintyText.percent(order.wins(of: leader.topology), of: order),
                    UncertaintyText.percent(order.ties, of: order), order.sureness.rawValue,
                ]
            }
        }
        return ReportTable(
            head: ["figure", "first", "before", "in draws", "the same in", "order"], left: 3,
            rows: rows)
    }

    /// What the strongest numbers do to the longest stall: at both ends, and halved.
    static func whatIf(on result: WorkloadResult) -> ReportTable? {
        guard let effects = CostEffects(Metric.mainStall[.max], of: result) else { return nil }
        let rows = effects.strongest(mostFactors).map { row in
            [
                row.factor.name,
                "\(NumberText.ratio(row.factor.low))–\(NumberText.ratio(row.factor.high))",
            ]
                + effects.variants.map { variant in
                    guard let effect = row.effects.first(where: { $0.variant == variant }) else {
                        return SummaryColumns.none
                    }
                    let ends = [effect.low, effect.high].sorted().map(NumberText.short)
                    return "\(ends[0])–\(ends[1]) (\(NumberText.short(effect.half)))"
                }
        }
        guard !rows.isEmpty else { return nil }
        return ReportTable(head: ["number", "times"] + effects.variants, left: 1, rows: rows)
    }
}

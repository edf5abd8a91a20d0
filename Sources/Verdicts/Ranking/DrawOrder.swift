import Results

/// In how many draws one topology comes before another in one figure, where each draw has costs of
/// its own within their ranges.
///
/// A test of paired values asks whether two topologies differ at all, and many draws say yes to
/// any difference. This asks whether the costs could be otherwise and turn the order round.
package struct DrawOrder: Sendable, Hashable {
    /// How sure an order is, by the share of the draws that have it.
    package enum Sureness: String, Sendable, CaseIterable {
        /// At least 95 %.
        case stable
        /// At least 80 %.
        case mostly
        case undecided
        /// Both are the same in every draw.
        case same
    }

    /// With fewer draws no share says much: of 20, all are at least 86 % (95 % confidence).
    package static let fewestDraws = 20

    package let measure: Measure
    /// The topologies' places in the result; the first one comes before the other in at least as
    /// many draws as after it.
    package let first: Int
    package let second: Int
    /// Draws that both have.
    package let draws: Int
    /// Draws in which the first one is better, and in which both are the same, or differ by less
    /// than ever matters.
    package let before: Int
    package let ties: Int

    /// The place of the other topology of the two.
    package func other(than topology: Int) -> Int { topology == first ? second : first }

    /// The draws in which one of the two is better.
    package func wins(of topology: Int) -> Int {
        topology == first ? before : draws - before - ties
    }

    /// The share of draws in which the first one is better; ties count by half.
    package var share: Double { (Double(before) + Double(ties) / 2) / Double(draws) }
    package var sureness: Sureness {
        guard ties < draws else { return .same }
        return share >= 0.95 ? .stable : share >= 0.8 ? .mostly : .undecided
    }

    /// The orders of all pairs of topologies, by measure, then by topology.
    package static func all(
        of topologies: [TopologyResult], headlinePhase: String,
        measures: [Measure] = Ranking.measures
    ) -> [DrawOrder] {
        var orders: [DrawOrder] = []
        for measure in measures {
            let values = topologies.map { Ranking.values(of: measure, in: $0, headlinePhase) }
            for one in values.indices {
                for other in values.indices where other > one {
                    orders += [order(measure, one, other, values[one], values[other])]
                        .compactMap(\.self)
                }
            }
        }
        return orders
    }

    /// - Returns: `nil` if no draw has both values.
    private static func order(
        _ measure: Measure, _ one: Int, _ other: Int, _ values: [Int: Double],
        _ others: [Int: Double]
    ) -> DrawOrder? {
        let sign = measure.better == .higher ? -1.0 : 1.0
        let differences = values.compactMap { draw, value in
            others[draw].map { sign * (value - $0) }
        }
        guard !differences.isEmpty else { return nil }
        // What no user notices decides nothing, as in a ranking.
        let smallest = NoiseFloor.smallest(measure.unit.rawValue)
        let before = differences.count { $0 < -smallest }
        let after = differences.count { $0 > smallest }
        let isTurned = after > before
        return DrawOrder(
            measure: measure, first: isTurned ? other : one, second: isTurned ? one : other,
            draws: differences.count, before: max(before, after),
            ties: differences.count - before - after)
    }

    /// The topology that comes before all others in the most draws of a measure, and its order to
    /// each of them; `nil` if no two topologies have the measure.
    ///
    /// - Parameter orders: of one measure or more.
    package static func leader(
        _ measure: Measure, among orders: [DrawOrder]
    ) -> (topology: Int, over: [DrawOrder])? {
        let own = orders.filter { $0.measure == measure }
        let topologies = Set(own.flatMap { [$0.first, $0.second] }).sorted()
        func wins(_ topology: Int) -> Double {
            own.reduce(0) { sum, order in
                order.first == topology
                    ? sum + order.share : order.second == topology ? sum + 1 - order.share : sum
            }
        }
        guard let best = topologies.min(by: { (wins($1), $0) < (wins($0), $1) }) else { return nil }
        return (best, own.filter { $0.first == best || $0.second == best })
    }
}

import Foundation
import Results

/// What each uncertain number does to one figure, the strongest first.
struct CostEffects {
    /// One number, with the figure of every topology at its ends.
    struct Row {
        let factor: UncertaintyRecord.Factor
        let effects: [UncertaintyRecord.Effect]

        /// The largest ratio between two of a topology's values.
        var strength: Double { effects.map(\.strength).max() ?? 1 }
    }

    let measure: Measure
    /// In the order of the result, those with a figure.
    let variants: [String]
    let rows: [Row]

    /// `nil` for a result without uncertain costs, or whose topologies lack the figure.
    init?(_ measure: Measure, of result: WorkloadResult) {
        guard let record = result.uncertainty else { return nil }
        let own = record.effects.filter {
            $0.metric == measure.metric && $0.statistic == measure.statistic.rawValue
        }
        self.measure = measure
        variants = result.topologies.map(\.variant).filter { name in
            own.contains { $0.variant == name }
        }
        rows = record.factors.map { factor in
            Row(factor: factor, effects: own.filter { $0.factor == factor.name })
        }.filter { !$0.effects.isEmpty }
            .sorted { ($1.strength, $0.factor.name) < ($0.strength, $1.factor.name) }
        guard !rows.isEmpty else { return nil }
    }

    /// The strongest numbers, of those that change the figure at all.
    func strongest(_ count: Int) -> [Row] {
        rows.filter { $0.strength > 1 }.prefix(count).map(\.self)
    }
}

extension UncertaintyRecord.Effect {
    /// The ratio of the larger to the smaller end; 1 where the figure is zero.
    fileprivate var strength: Double {
        let values = [low, middle, high]
        guard let least = values.min(), let most = values.max(), least > 0 else { return 1 }
        return most / least
    }
}

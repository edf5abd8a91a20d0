import Execution
import Statistics

/// The costs of all kinds of work, fitted together to measured times.
///
///     Σ amount × cost ≈ busy      each row divided by its busy time:
///     Σ (amount / busy) × cost ≈ 1
///
/// So that relative errors count, and a phase of a second no more than one of ten milliseconds.
/// Fitted one by one, each cost would take up the errors of the others. A phase whose causes are
/// known has a row more for each `BusyPart`, over the work of that part, with its share for a
/// target.
package struct CostFit: Sendable {
    /// Nanoseconds for a unit of the kinds that the data determine; 0 where a cost would have been
    /// negative.
    package let costs: [Work: Double]
    /// Kinds that never occur in the data.
    package let absent: [Work]
    /// Kinds whose amounts follow from those of others, and the one that has their cost.
    package let together: [Work: Work]

    /// How much the reference's cost of a kind counts beside the observations: as one phase that
    /// such a cost would predict with this share of its error.
    ///
    /// Kinds that mostly occur together leave their costs open, and an unguided fit gives all of it
    /// to one of them, so that a phase with the other alone is far off.
    package static let usualPrior = 0.3

    /// Fits the costs.
    ///
    /// - Parameters:
    ///   - observations: those to fit to.
    ///   - prior: the weight of the reference's costs; 0 for none.
    package init(_ observations: [CostObservation], prior: Double = 0) {
        let kinds = Work.priced
        var rows = observations.map { row in
            kinds.map { row.amounts[$0, default: 0] / row.busyNanoseconds }
        }
        var target = observations.map { _ in 1.0 }
        for row in observations where !row.causes.isEmpty {
            for part in BusyPart.allCases {
                rows.append(kinds.map { part.amount(of: $0, in: row) / row.busyNanoseconds })
                target.append(part.causes.reduce(0) { $0 + row.causes[$1, default: 0] })
            }
        }
        for (place, kind) in kinds.enumerated() where prior > 0 {
            let reference = Double(UnitCosts.reference[kind])
            guard reference > 0, rows.contains(where: { $0[place] > 0 }) else { continue }
            rows.append(kinds.indices.map { $0 == place ? prior / reference : 0 })
            target.append(prior)
        }
        let fit = NonNegativeLeastSquares(rows: rows, target: target)
        absent = kinds.filter { kind in
            observations.allSatisfy { $0.amounts[kind, default: 0] == 0 }
        }
        var together: [Work: Work] = [:]
        for entry in fit.redundant { together[kinds[entry.column]] = kinds[entry.other] }
        self.together = together
        var costs: [Work: Double] = [:]
        for (kind, cost) in zip(kinds, fit.weights)
        where !absent.contains(kind) && together[kind] == nil {
            costs[kind] = cost
        }
        self.costs = costs
    }

    /// The costs in whole nanoseconds, as a device has them.
    package var rounded: [Work: Int64] { costs.mapValues { Int64($0.rounded()) } }
}

extension CostObservation {
    /// The busy time that costs make of the amounts, in nanoseconds.
    package func predicted(by calibration: Device.Calibration) -> Double {
        Work.counted.reduce(0) {
            $0 + amounts[$1, default: 0] * Double(calibration.nanoseconds(of: $1))
        }
    }
}

extension PredictionError {
    /// The error of a calibration's costs; `nil` without observations.
    package init?(of observations: [CostObservation], by calibration: Device.Calibration) {
        self.init(
            measured: observations.map(\.busyNanoseconds),
            predicted: observations.map { $0.predicted(by: calibration) })
    }
}

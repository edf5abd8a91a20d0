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
/// target. The rows are weighed anew until the relative errors are 0 in the mean.
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
    package static let usualPrior = 0.1

    /// How much a part of a phase counts beside the whole of it.
    private static let partWeight = 0.3

    /// How often the rows are weighed anew, by the costs that came out before.
    ///
    /// Divided by the measured time alone, a phase that is predicted at nothing is off by 1, and
    /// one that is predicted too long by any number, so that all costs come out too small. Divided
    /// by √(measured × predicted), the mean of the relative errors is 0.
    private static let rounds = 6
    private static let leastShare = 0.2

    /// Fits the costs.
    ///
    /// - Parameters:
    ///   - observations: those to fit to.
    ///   - prior: the weight of the reference's costs; 0 for none.
    package init(_ observations: [CostObservation], prior: Double = 0) {
        let kinds = Work.priced
        var fit = Self.fit(observations, kinds, prior, weights: observations.map { _ in 1 })
        for _ in 1..<Self.rounds {
            let weights = observations.map { row in
                let predicted = zip(kinds, fit.weights).reduce(0) {
                    $0 + row.amounts[$1.0, default: 0] * $1.1
                }
                return
                    (row.busyNanoseconds
                    / max(predicted, Self.leastShare * row.busyNanoseconds)).squareRoot()
            }
            fit = Self.fit(observations, kinds, prior, weights: weights)
        }
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

    /// - Parameter weights: of the observations, in the place of 1.
    private static func fit(
        _ observations: [CostObservation], _ kinds: [Work], _ prior: Double, weights: [Double]
    ) -> NonNegativeLeastSquares {
        var rows: [[Double]] = []
        var target: [Double] = []
        for (row, weight) in zip(observations, weights) {
            rows.append(
                kinds.map { weight * row.amounts[$0, default: 0] / row.busyNanoseconds })
            target.append(weight)
            guard !row.causes.isEmpty else { continue }
            for part in BusyPart.allCases {
                rows.append(
                    kinds.map {
                        partWeight * part.amount(of: $0, in: row) / row.busyNanoseconds
                    })
                target.append(partWeight * row.share(of: part))
            }
        }
        for (place, kind) in kinds.enumerated() where prior > 0 {
            let reference = Double(UnitCosts.reference[kind])
            guard reference > 0, rows.contains(where: { $0[place] > 0 }) else { continue }
            rows.append(kinds.indices.map { $0 == place ? prior / reference : 0 })
            target.append(prior)
        }
        return NonNegativeLeastSquares(rows: rows, target: target)
    }

    /// The costs in whole nanoseconds, as a device has them.
    package var rounded: [Work: Int64] { costs.mapValues { Int64($0.rounded()) } }
}

extension CostObservation {
    /// The share of the busy time that lies in a part; the causes are known.
    func share(of part: BusyPart) -> Double {
        part.causes.reduce(0) { $0 + causes[$1, default: 0] }
    }

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

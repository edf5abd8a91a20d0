import Results
import Statistics

/// One figure of one topology in one workload, measured and simulated: medians.
package struct AccuracyValue: Sendable {
    /// Why a value has an order and no error.
    package enum Doubt: String, Sendable, CaseIterable {
        /// The machine disturbed every repetition: a measured time other than the processor's is
        /// partly its own.
        case disturbed
        /// Main is simulated without an idle moment for half of the phase: no delay is known.
        case saturated
    }

    package var workload: String
    package var variant: String
    package var measure: Measure
    package var measured: Double
    package var simulated: Double
    /// The measured figure of another topology in the same workload; `nil` without another.
    package var other: Double?
    /// How many pieces of work the measured runs counted, whatever their kind: on main for a figure
    /// of main, on all threads for another; `nil` where none are known.
    package var work: Double?
    /// What `work` alone says of the figure; `nil` without it, and without a pair to fit to.
    package private(set) var counted: Double?
    /// The medians of even and odd repetitions; `nil` where one half is empty.
    package var halves: (even: Double, odd: Double)?
    package var doubt: Doubt?

    package init(
        workload: String, variant: String, measure: Measure, measured: Double, simulated: Double
    ) {
        self.workload = workload
        self.variant = variant
        self.measure = measure
        self.measured = measured
        self.simulated = simulated
    }

    package var part: CalibrationPart { CalibrationPart(workload: workload, variant: variant) }

    /// The share by which the simulation misses: below zero where it is too low; `nil` in doubt,
    /// and where the measured figure is too small for shares.
    package var error: Double? {
        hasError ? simulated / measured - 1 : nil
    }

    var hasError: Bool { doubt == nil && measured >= Self.least(measure.unit) }

    /// The least value whose error is looked at: a millisecond, as in the fit.
    ///
    /// A share of a few microseconds has no meaning.
    private static func least(_ unit: MetricUnit) -> Double {
        unit == .seconds ? 0.001 : 1
    }

    /// The values of one measure, with what the counted work alone says of each: its pieces, all
    /// kinds alike, times the one factor that suits the fitted pairs best.
    static func countedAlone(_ groups: [[Self]]) -> [[Self]] {
        let fitted = groups.joined().filter { $0.part == .fitted && $0.hasError }
        let fit = ProportionalFit(
            fitted.compactMap { one in one.work.map { ($0, one.measured) } })
        guard let fit else { return groups }
        return groups.map { values in
            values.map { value in
                var value = value
                value.counted = value.work.map { $0 * fit.factor }
                return value
            }
        }
    }
}

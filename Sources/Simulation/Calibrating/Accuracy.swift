import Results
import Statistics

/// How far simulated figures are from measured ones, beside what no model would say and what the
/// machine says against itself.
///
///     held out          pairs of workload and topology that the costs were not fitted to
///     fitted            pairs that they were fitted to
///     other topology    no model: the measured figure of another topology in the same workload
///     counts alone      no costs: the pieces of counted work, all alike, times one factor
///     machine halves    the noise: the median of even repetitions against that of odd ones
///
/// Order and correlation are those of pairs of topologies that the measured runs tell apart; where
/// topologies are equal, an order has no meaning.
package struct Accuracy: Sendable {
    /// What is held against what was measured.
    package enum Subject: String, Sendable, CaseIterable {
        case heldOut = "held out"
        case fitted
        /// Both, and the pairs of one of each.
        case all
        case otherTopology = "other topology"
        case countsAlone = "counts alone"
        case machineHalves = "machine halves"
    }

    /// One measure and one subject.
    package struct Row: Sendable {
        package let measure: Measure
        package let subject: Subject
        /// The pairs of topologies that the measured runs tell apart.
        package let told: Int
        /// Those of them that come in the right order.
        package let inOrder: Int
        /// Of the two topologies' ratio, over these pairs; `nil` with too few.
        package let rho: Double?
        /// `nil` without a figure that is large enough.
        package let error: PredictionError?

        /// The share of the pairs in the right order; `nil` without pairs.
        package var share: Double? { told == 0 ? nil : Double(inOrder) / Double(told) }
    }

    /// A topology whose most lost edits by a kill are the same in all measured repetitions of the
    /// same operations.
    package struct Loss: Sendable {
        /// What decides how much waits to be committed.
        package enum Kind: String, Sendable, CaseIterable {
            /// The order of calls alone: each save ends in the store.
            case exact
            /// A flush and the time that it takes, too.
            case flushed
        }

        package let workload: String
        package let variant: String
        package let kind: Kind
        /// In the first draw where both differ, or else in the first one.
        package let measured: Double
        package let simulated: Double

        package var isSame: Bool { measured == simulated }
    }

    /// By measure, then by subject.
    package let rows: [Row]
    /// Every figure, by measure, workload and topology.
    package let values: [AccuracyValue]
    package let losses: [Loss]

    package init(of cases: [AccuracyCase]) {
        var rows: [Row] = []
        var values: [AccuracyValue] = []
        for measure in AccuracyCase.measures {
            let known = AccuracyValue.countedAlone(cases.map { $0.values(of: measure) })
            let groups = zip(cases, known).map { one, values in
                (values: values, told: one.toldPairs(measure))
            }
            values += known.joined()
            guard known.contains(where: { !$0.isEmpty }) else { continue }
            rows += Subject.allCases.map { Self.row($0, of: measure, groups) }
        }
        self.rows = rows
        self.values = values
        losses = cases.flatMap(\.losses)
    }

    /// The losses of a kind, and how many of them are the same.
    package func losses(of kind: Loss.Kind) -> (all: [Loss], same: Int) {
        let all = losses.filter { $0.kind == kind }
        return (all, all.count(where: \.isSame))
    }

    /// The figures of a measure that are in doubt for a reason.
    package func values(of measure: Measure, inDoubt doubt: AccuracyValue.Doubt) -> [AccuracyValue]
    {
        values.filter { $0.measure == measure && $0.doubt == doubt }
    }

    /// A row by its measure and subject.
    package func row(_ measure: Measure, _ subject: Subject) -> Row? {
        rows.first { $0.measure == measure && $0.subject == subject }
    }

    private static func row(
        _ subject: Subject, of measure: Measure,
        _ groups: [(values: [AccuracyValue], told: [(better: String, worse: String)])]
    ) -> Row {
        var told = 0
        var inOrder = 0
        var ratios: [(measured: Double, predicted: Double)] = []
        var figures: [(measured: Double, predicted: Double)] = []
        for group in groups {
            var known: [String: (measured: Double, predicted: Double)] = [:]
            for value in group.values {
                guard let pair = subject.values(of: value) else { continue }
                known[value.variant] = pair
                if value.hasError { figures.append(pair) }
            }
            for pair in group.told {
                guard let better = known[pair.better], let worse = known[pair.worse] else {
                    continue
                }
                told += 1
                let isLower = better.predicted < worse.predicted
                let isHigher = better.predicted > worse.predicted
                if measure.better == .higher ? isHigher : isLower { inOrder += 1 }
                ratios.append(
                    (
                        ratio(worse.measured, better.measured),
                        ratio(worse.predicted, better.predicted)
                    ))
            }
        }
        return Row(
            measure: measure, subject: subject, told: told, inOrder: inOrder,
            rho: RankCorrelation.spearman(ratios.map(\.measured), ratios.map(\.predicted)),
            error: PredictionError(
                measured: figures.map(\.measured), predicted: figures.map(\.predicted)))
    }

    /// A ratio that has a rank even where one side is zero.
    private static func ratio(_ first: Double, _ second: Double) -> Double {
        second == 0 ? (first == 0 ? 1 : .infinity) : first / second
    }
}

extension Accuracy.Subject {
    /// The measured and the predicted value; `nil` for a figure that does not belong to it.
    fileprivate func values(
        of value: AccuracyValue
    ) -> (measured: Double, predicted: Double)? {
        switch self {
        case .heldOut: value.part == .heldOut ? (value.measured, value.simulated) : nil
        case .fitted: value.part == .fitted ? (value.measured, value.simulated) : nil
        case .all: (value.measured, value.simulated)
        case .otherTopology: value.other.map { (value.measured, $0) }
        case .countsAlone: value.counted.map { (value.measured, $0) }
        case .machineHalves: value.halves.map { ($0.even, $0.odd) }
        }
    }
}

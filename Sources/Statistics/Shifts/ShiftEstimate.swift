/// The distance by which one sample lies above another, with an interval and the test behind it.
///
/// Two tests for each way of sampling. If the values are normal enough it is Student's t, with the
/// mean as the estimate; else the rank test, whose estimate is the median of all averages of two
/// differences, or of all differences between the samples (Hodges and Lehmann, *Estimates of
/// location based on rank tests*, Annals of Mathematical Statistics 34 (1963)), and whose interval
/// are order statistics of those (Hollander and Wolfe, *Nonparametric Statistical Methods*,
/// sections 3.3 and 4.3). The rank test is exact, whatever the distribution: one disturbed round of
/// twelve moves it by a rank, and t without limit.
///
/// Ties and zeros count against a difference, so that a rank test never claims one because values
/// were rounded.
package struct ShiftEstimate: Sendable {
    /// The share of samples whose interval holds the true shift.
    package static let level = 0.95

    package let test: ShiftTest
    /// The estimate: in the unit of the values.
    package let center: Double
    /// The bounds of the interval of `level`; infinite if the values are too few for one.
    package let low: Double
    package let high: Double
    /// How many pairs, or how many values in the smaller sample.
    package let count: Int
    private let evidence: Evidence

    /// The evidence of one-sided tests.
    private enum Evidence: Sendable {
        case student(error: Double, degreesOfFreedom: Double)
        case ranks(sorted: [Double], RankDistribution)
    }

    /// The shift of pairs, from their differences.
    ///
    /// - Returns: `nil` for fewer than two pairs.
    package init?(differences: [Double]) {
        guard differences.count >= 2 else { return nil }
        let isNormal = NormalityCheck.isNormalEnough(differences)
        self.init(differences: differences, by: isNormal ? .pairedT : .signedRank)
    }

    /// The shift from a first sample to a second, which are not paired.
    ///
    /// - Returns: `nil` if either has fewer than two values.
    package init?(from first: [Double], to second: [Double]) {
        guard first.count >= 2, second.count >= 2 else { return nil }
        let isNormal =
            NormalityCheck.isNormalEnough(first) && NormalityCheck.isNormalEnough(second)
        self.init(from: first, to: second, by: isNormal ? .welch : .mannWhitney)
    }

    /// The shift of pairs by a given test.
    ///
    /// - Precondition: two pairs or more; the test is one for pairs.
    package init(differences: [Double], by test: ShiftTest) {
        precondition(differences.count >= 2, "one pair has no interval: run more rounds")
        switch test {
        case .pairedT:
            let moments = SampleMoments(differences)
            let error = (moments.variance / Double(moments.count)).squareRoot()
            self.init(
                test, center: moments.mean, error: error,
                degreesOfFreedom: Double(moments.count - 1), count: moments.count)
        case .signedRank:
            var averages: [Double] = []
            averages.reserveCapacity(differences.count * (differences.count + 1) / 2)
            for (index, value) in differences.enumerated() {
                for other in differences[...index] { averages.append((value + other) / 2) }
            }
            self.init(
                test, candidates: averages, .signedRanks(count: differences.count),
                count: differences.count)
        default: preconditionFailure("“\(test.rawValue)” is not for pairs: take a paired test")
        }
    }

    /// The shift from a first sample to a second by a given test.
    ///
    /// - Precondition: two values or more in each; the test is one for samples.
    package init(from first: [Double], to second: [Double], by test: ShiftTest) {
        precondition(
            first.count >= 2 && second.count >= 2, "one value has no interval: run more rounds")
        let count = min(first.count, second.count)
        switch test {
        case .welch:
            let (a, b) = (SampleMoments(first), SampleMoments(second))
            let parts = [a, b].map { $0.variance / Double($0.count) }
            let sum = parts[0] + parts[1]
            // Satterthwaite's; two samples without variance have the freedom of both.
            let freedom =
                sum > 0
                ? sum * sum
                    / (parts[0] * parts[0] / Double(a.count - 1)
                        + parts[1] * parts[1] / Double(b.count - 1))
                : Double(a.count + b.count - 2)
            self.init(
                test, center: b.mean - a.mean, error: sum.squareRoot(),
                degreesOfFreedom: freedom, count: count)
        case .mannWhitney:
            let differences = second.flatMap { value in first.map { value - $0 } }
            self.init(
                test, candidates: differences,
                .rankSums(first: first.count, second: second.count), count: count)
        default: preconditionFailure("“\(test.rawValue)” needs pairs: name a test for samples")
        }
    }

    /// The intercept of a line through pairs, which has a degree of freedom less than their mean.
    init(intercept: Double, error: Double, count: Int) {
        self.init(
            .adjustedT, center: intercept, error: error, degreesOfFreedom: Double(count - 2),
            count: count)
    }

    private init(
        _ test: ShiftTest, center: Double, error: Double, degreesOfFreedom: Double, count: Int
    ) {
        self.test = test
        self.center = center
        self.count = count
        evidence = .student(error: error, degreesOfFreedom: degreesOfFreedom)
        let quantile = StudentDistribution(degreesOfFreedom: degreesOfFreedom)
            .upperQuantile((1 - Self.level) / 2)
        low = center - quantile * error
        high = center + quantile * error
    }

    private init(
        _ test: ShiftTest, candidates: [Double], _ distribution: RankDistribution, count: Int
    ) {
        let sample = Sample(candidates)
        self.test = test
        self.count = count
        center = sample.median!
        evidence = .ranks(sorted: sample.sorted, distribution)
        let rank = distribution.boundRank(level: Self.level)
        low = rank.map { sample.sorted[$0 - 1] } ?? -.infinity
        high = rank.map { sample.sorted[sample.count - $0] } ?? .infinity
    }
}

extension ShiftEstimate {
    /// The probability of such values if the true shift is `bound` or less; small if it is larger.
    package func probability(ofAtMost bound: Double) -> Double {
        switch evidence {
        case .student(let error, let degreesOfFreedom):
            return Self.tail(center - bound, error, degreesOfFreedom)
        case .ranks(let sorted, let distribution):
            return distribution.lowerTail(sorted.count { $0 <= bound })
        }
    }

    /// The probability of such values if the true shift is `bound` or more; small if it is smaller.
    package func probability(ofAtLeast bound: Double) -> Double {
        switch evidence {
        case .student(let error, let degreesOfFreedom):
            return Self.tail(bound - center, error, degreesOfFreedom)
        case .ranks(let sorted, let distribution):
            return distribution.lowerTail(sorted.count { $0 >= bound })
        }
    }

    /// The two-sided probability of such values without a shift.
    package var probability: Double {
        min(1, 2 * min(probability(ofAtMost: 0), probability(ofAtLeast: 0)))
    }

    /// The interval that holds the true shift in a share of samples: as `low` and `high` are at
    /// `level`.
    ///
    /// - Returns: infinite bounds if the values are too few for one.
    package func interval(level: Double) -> (low: Double, high: Double) {
        switch evidence {
        case .student(let error, let degreesOfFreedom):
            let quantile = StudentDistribution(degreesOfFreedom: degreesOfFreedom)
                .upperQuantile((1 - level) / 2)
            return (center - quantile * error, center + quantile * error)
        case .ranks(let sorted, let distribution):
            guard let rank = distribution.boundRank(level: level) else {
                return (-.infinity, .infinity)
            }
            return (sorted[rank - 1], sorted[sorted.count - rank])
        }
    }

    /// The noise of one round that this interval corresponds to: the numerator over √count.
    ///
    /// From the interval's width, so that it means the same for every test; infinite without an
    /// interval.
    package var deviation: Double {
        guard low.isFinite, high.isFinite, count >= 2 else { return .infinity }
        let quantile = StudentDistribution(degreesOfFreedom: Double(count - 1))
            .upperQuantile((1 - Self.level) / 2)
        return (high - low) / 2 * Double(count).squareRoot() / quantile
    }

    private static func tail(_ distance: Double, _ error: Double, _ degreesOfFreedom: Double)
        -> Double
    {
        // Without noise any difference is certain; a zero difference is not one.
        guard error > 0 else { return distance > 0 ? 0 : 1 }
        return StudentDistribution(degreesOfFreedom: degreesOfFreedom).upperTail(distance / error)
    }
}

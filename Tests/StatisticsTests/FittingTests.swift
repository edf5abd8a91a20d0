import Statistics
import Testing

/// The fit of costs: answers that are known, and the conditions that mark the best one.
@Suite struct FittingTests {
    private static func isNear(_ value: Double, _ wanted: Double, _ error: Double = 1e-9) -> Bool {
        abs(value - wanted) <= error
    }

    @Test func `Weights that made the target come out again`() {
        let rows: [[Double]] = [[1, 0, 2], [0, 3, 1], [4, 1, 0], [1, 1, 1]]
        let wanted = [2.0, 0.5, 7]
        let target = rows.map { zip($0, wanted).reduce(0) { $0 + $1.0 * $1.1 } }
        let fit = NonNegativeLeastSquares(rows: rows, target: target)
        #expect(zip(fit.weights, wanted).allSatisfy { Self.isNear($0, $1) }, "\(fit.weights)")
        #expect(fit.redundant.isEmpty)
    }

    // Without the bound the answer is (2, −1): by the normal equations of the first column alone
    // it is 1 · 3 / 2 with it.
    @Test func `A weight that would be negative is exactly zero`() {
        let fit = NonNegativeLeastSquares(rows: [[1, 0], [1, 1]], target: [2, 1])
        #expect(Self.isNear(fit.weights[0], 1.5))
        #expect(fit.weights[1] == 0)
    }

    @Test func `Columns in units that differ by a million are fitted as well`() {
        let rows: [[Double]] = [[1e6, 1e-3], [2e6, 5e-3], [1e6, 7e-3], [3e6, 1e-3]]
        let target = rows.map { 3e-6 * $0[0] + 200 * $0[1] }
        let fit = NonNegativeLeastSquares(rows: rows, target: target)
        #expect(Self.isNear(fit.weights[0] * 1e6, 3, 1e-6))
        #expect(Self.isNear(fit.weights[1], 200, 1e-4))
    }

    @Test func `A column that others make up is left out and named, an empty one has no weight`() {
        let rows: [[Double]] = [[1, 0, 2, 0], [2, 0, 4, 1], [3, 0, 6, 5], [1, 0, 2, 3]]
        let fit = NonNegativeLeastSquares(rows: rows, target: rows.map { $0[0] + 2 * $0[3] })
        #expect(fit.redundant.map { [$0.column, $0.other] } == [[2, 0]])
        #expect(fit.weights[1] == 0 && fit.weights[2] == 0)
        #expect(Self.isNear(fit.weights[0], 1) && Self.isNear(fit.weights[3], 2))
    }

    @Test func `With fewer rows than columns the rest is redundant`() {
        let fit = NonNegativeLeastSquares(rows: [[1, 2, 3], [1, 1, 5]], target: [5, 3])
        #expect(fit.redundant.map(\.column) == [2])
        #expect(Self.isNear(fit.weights[0], 1) && Self.isNear(fit.weights[1], 2))
    }

    @Test func `Without rows there are no weights`() {
        #expect(NonNegativeLeastSquares(rows: [], target: []).weights.isEmpty)
    }

    // Karush, Kuhn and Tucker: where a weight is above zero the slope is zero, and elsewhere no
    // larger weight lowers the error. Only the best answer has both.
    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func `No other weights come nearer`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let rows = (0..<20).map { _ in
            (0..<8).map { _ in Double.random(in: 0...1, using: &random) }
        }
        let target = rows.map { row in
            row[0] - row[1] + 0.5 * row[2] + Double.random(in: -1...1, using: &random)
        }
        let weights = NonNegativeLeastSquares(rows: rows, target: target).weights
        let rests = zip(rows, target).map { row, wanted in
            wanted - zip(row, weights).reduce(0) { $0 + $1.0 * $1.1 }
        }
        for column in weights.indices {
            let slope = zip(rows, rests).reduce(0) { $0 + $1.0[column] * $1.1 }
            #expect(weights[column] >= 0)
            #expect(slope < 1e-8, "seed \(seed), column \(column)")
            if weights[column] > 0 { #expect(slope > -1e-8, "seed \(seed), column \(column)") }
        }
        #expect(weights.contains(0), "seed \(seed)")
    }

    // MARK: Ranks

    // Of the textbook's ten pupils' IQ and hours of television: ρ = −29/165.
    @Test func `Spearman's correlation of a known example`() throws {
        let first: [Double] = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
        let second: [Double] = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
        let rho = try #require(RankCorrelation.spearman(first, second))
        #expect(Self.isNear(rho, -29.0 / 165))
    }

    @Test func `Equal values share their ranks, and infinite ones have one`() throws {
        #expect(RankCorrelation.ranks(of: [3, 1, 3, 2, 3]) == [4, 1, 4, 2, 4])
        #expect(RankCorrelation.ranks(of: [.infinity, 5, .infinity]) == [2.5, 1, 2.5])
        #expect(RankCorrelation.spearman([1, 2, 3], [2, 4, .infinity]) == 1)
        #expect(RankCorrelation.spearman([1, 2, 3], [9, 4, 1]) == -1)
    }

    @Test func `One pair and one value have no correlation`() {
        #expect(RankCorrelation.spearman([1], [1]) == nil)
        #expect(RankCorrelation.spearman([1, 2], [3, 3]) == nil)
    }

    // MARK: Errors

    @Test func `An error is a share of what was measured, and its bias has a sign`() throws {
        let error = try #require(
            PredictionError(measured: [10, 20, 40], predicted: [11, 18, 20]))
        #expect(error.count == 3)
        #expect(Self.isNear(error.meanAbsolute, (0.1 + 0.1 + 0.5) / 3))
        #expect(Self.isNear(error.p50, 0.1))
        #expect(error.p90 == nil)
        #expect(Self.isNear(error.bias, -0.5 / 3))
        #expect(PredictionError(measured: [], predicted: []) == nil)
    }

    @Test func `From ten predictions on there is a p90`() throws {
        let measured = [Double](repeating: 1, count: 10)
        let predicted = (1...10).map { 1 + Double($0) / 10 }
        let error = try #require(PredictionError(measured: measured, predicted: predicted))
        #expect(Self.isNear(try #require(error.p90), 0.9))
    }

    // MARK: One factor

    @Test func `Amounts in proportion have the factor that made them`() {
        #expect(ProportionalFit([(2, 6), (5, 15), (0, 7)])?.factor == 3)
        #expect(ProportionalFit([]) == nil)
        #expect(ProportionalFit([(0, 7)]) == nil)
    }

    // The error is a sum of broken lines: its least value is at one of the factors that fit a pair.
    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func `No other factor has a smaller error`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pairs = (0..<Int.random(in: 1...12, using: &random)).map { _ in
            (
                amount: Double.random(in: 0.1...100, using: &random),
                measured: Double.random(in: 0.1...100, using: &random)
            )
        }
        func error(_ factor: Double) -> Double {
            pairs.reduce(0) { $0 + abs(factor * $1.amount / $1.measured - 1) }
        }
        let factor = try #require(ProportionalFit(pairs)).factor
        for pair in pairs {
            #expect(error(factor) <= error(pair.measured / pair.amount) + 1e-9)
        }
    }
}

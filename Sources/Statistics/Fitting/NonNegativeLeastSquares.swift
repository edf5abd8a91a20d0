/// The weights of columns, none of them negative, whose weighted sum comes nearest to a target:
/// the least ‖A·x − b‖² with x ≥ 0.
///
/// Lawson and Hanson, *Solving Least Squares Problems* (1974), chapter 23, on the normal equations
/// of columns that are scaled to length 1 first. Columns that others make up are left out
/// beforehand, so that the equations always have one answer:
///
///     all columns ─▶ zero: weight 0
///                 ─▶ made up of those before it: weight 0, redundant with the nearest of them
///                 ─▶ independent ─▶ active set: weight above 0, or exactly 0
package struct NonNegativeLeastSquares: Sendable {
    /// A column that the columns before it make up.
    package struct Redundancy: Sendable, Hashable {
        package let column: Int
        /// The independent column that it is most alike.
        package let other: Int
    }

    /// One for each column: 0 or more.
    package let weights: [Double]
    /// In the order of the columns.
    package let redundant: [Redundancy]

    /// The part of a column that the ones before it do not explain, as a share of its length,
    /// below which it counts as made up of them.
    ///
    /// Amounts that two repetitions of one run count differ by less than a hundredth.
    package static let tolerance = 0.01

    /// Fits the weights.
    ///
    /// - Parameters:
    ///   - rows: the matrix, row by row.
    ///   - target: a value for each row.
    /// - Precondition: all rows have as many values, and all values are finite.
    /// - Complexity: O(rows · columns²), and some solutions of that many columns.
    package init(rows: [[Double]], target: [Double]) {
        precondition(rows.count == target.count, "each row needs a target, and one has none")
        let width = rows.first?.count ?? 0
        precondition(rows.allSatisfy { $0.count == width }, "the rows differ in length")
        var columns = (0..<width).map { column in rows.map { $0[column] } }
        let lengths = columns.map { Self.product($0, $0).squareRoot() }
        for index in columns.indices where lengths[index] > 0 {
            columns[index] = columns[index].map { $0 / lengths[index] }
        }
        let (kept, redundant) = Self.separated(columns, lengths)
        let active = ActiveSet(
            gram: kept.map { row in kept.map { Self.product(columns[row], columns[$0]) } },
            products: kept.map { Self.product(columns[$0], target) })
        var weights = [Double](repeating: 0, count: width)
        for (index, weight) in zip(kept, active.solution()) {
            weights[index] = weight / lengths[index]
        }
        self.weights = weights
        self.redundant = redundant
    }

    /// The independent columns, and those that the ones before them make up.
    ///
    /// By the method of Gram and Schmidt, each column twice: once leaves rounding behind.
    private static func separated(
        _ columns: [[Double]], _ lengths: [Double]
    ) -> (kept: [Int], redundant: [Redundancy]) {
        var basis: [[Double]] = []
        var kept: [Int] = []
        var redundant: [Redundancy] = []
        for index in columns.indices where lengths[index] > 0 {
            var rest = columns[index]
            for direction in basis + basis {
                let share = product(rest, direction)
                rest = zip(rest, direction).map { $0 - share * $1 }
            }
            let length = product(rest, rest).squareRoot()
            if length >= tolerance {
                basis.append(rest.map { $0 / length })
                kept.append(index)
            } else {
                let other = kept.max {
                    abs(product(columns[$0], columns[index]))
                        < abs(product(columns[$1], columns[index]))
                }!
                redundant.append(Redundancy(column: index, other: other))
            }
        }
        return (kept, redundant)
    }

    private static func product(_ left: [Double], _ right: [Double]) -> Double {
        zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
    }
}

/// The search for the columns whose weights are above zero.
private struct ActiveSet {
    /// The products of the columns with one another: positive definite.
    let gram: [[Double]]
    /// Their products with the target.
    let products: [Double]

    /// A weight below this is 0: the target and the columns are of the order of 1.
    private static let least = 1e-12

    func solution() -> [Double] {
        var weights = [Double](repeating: 0, count: products.count)
        var active: [Int] = []
        var refused: Set<Int> = []
        // Each step lowers the error, so that no set comes twice; rounding might bring one back.
        for _ in 0..<(30 * max(1, products.count)) {
            let slopes = products.indices.map { row in
                products[row] - zip(gram[row], weights).reduce(0) { $0 + $1.0 * $1.1 }
            }
            let candidates = products.indices.filter {
                !active.contains($0) && !refused.contains($0) && slopes[$0] > 1e-10
            }
            guard let next = candidates.max(by: { slopes[$0] < slopes[$1] }) else { break }
            let trial = solved(active + [next])
            // Rounding only: the error falls in the direction of a positive weight.
            guard trial.last! > Self.least else {
                refused.insert(next)
                continue
            }
            refused = []
            active.append(next)
            settle(&active, &weights)
        }
        return weights
    }

    /// Solves for the active columns, and leaves out those whose weight would be negative.
    private func settle(_ active: inout [Int], _ weights: inout [Double]) {
        while true {
            let aim = solved(active)
            let falling = active.indices.filter { aim[$0] <= Self.least }
            guard !falling.isEmpty else {
                for (index, value) in zip(active, aim) { weights[index] = value }
                return
            }
            let step = falling.map { place in
                let weight = weights[active[place]]
                return weight / max(weight - aim[place], Self.least)
            }.min()!
            for (index, value) in zip(active, aim) {
                weights[index] += step * (value - weights[index])
            }
            let gone = falling.filter { weights[active[$0]] <= Self.least }
                .map { active[$0] }
            // The first to reach zero goes, even if rounding left it a trace above.
            let leaving = gone.isEmpty ? [active[falling[0]]] : gone
            for index in leaving { weights[index] = 0 }
            active.removeAll { leaving.contains($0) }
        }
    }

    /// The weights of some columns without the bound, by Cholesky's factors.
    private func solved(_ columns: [Int]) -> [Double] {
        let count = columns.count
        var factor = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
        for row in 0..<count {
            for column in 0...row {
                var sum = gram[columns[row]][columns[column]]
                for index in 0..<column { sum -= factor[row][index] * factor[column][index] }
                factor[row][column] =
                    row == column ? max(sum, Self.least).squareRoot() : sum / factor[column][column]
            }
        }
        var values = columns.map { products[$0] }
        for row in 0..<count {
            for index in 0..<row { values[row] -= factor[row][index] * values[index] }
            values[row] /= factor[row][row]
        }
        for row in (0..<count).reversed() {
            for index in (row + 1)..<count { values[row] -= factor[index][row] * values[index] }
            values[row] /= factor[row][row]
        }
        return values
    }
}

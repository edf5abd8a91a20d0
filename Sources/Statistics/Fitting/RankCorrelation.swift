/// How far two lists of values have the same order.
package enum RankCorrelation {
    /// Spearman's ρ: the correlation of the ranks, equal values sharing the mean of theirs.
    ///
    /// Spearman, *The proof and measurement of association between two things*, American Journal
    /// of Psychology 15 (1904). Infinite values have a rank as any other.
    ///
    /// - Returns: −1 to 1; `nil` with fewer than two pairs, or where one list has one value only.
    /// - Precondition: the lists are of one length, and no value is NaN.
    /// - Complexity: O(n log n).
    package static func spearman(_ first: [Double], _ second: [Double]) -> Double? {
        precondition(first.count == second.count, "each value needs a partner, and one has none")
        guard first.count > 1 else { return nil }
        let left = ranks(of: first)
        let right = ranks(of: second)
        let mean = Double(first.count + 1) / 2
        var (product, leftSquare, rightSquare) = (0.0, 0.0, 0.0)
        for (x, y) in zip(left, right) {
            product += (x - mean) * (y - mean)
            leftSquare += (x - mean) * (x - mean)
            rightSquare += (y - mean) * (y - mean)
        }
        guard leftSquare > 0, rightSquare > 0 else { return nil }
        return product / (leftSquare * rightSquare).squareRoot()
    }

    /// The ranks, from 1: equal values share the mean of theirs.
    package static func ranks(of values: [Double]) -> [Double] {
        let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
        var ranks = [Double](repeating: 0, count: values.count)
        var begin = 0
        while begin < order.count {
            var end = begin + 1
            while end < order.count, values[order[end]] == values[order[begin]] { end += 1 }
            for place in begin..<end { ranks[order[place]] = Double(begin + 1 + end) / 2 }
            begin = end
        }
        return ranks
    }
}

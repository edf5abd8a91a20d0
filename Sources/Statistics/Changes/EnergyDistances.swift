/// The energy statistic of every way to cut a piece of a series in two.
///
/// For the values X before a cut and Y after it, with n and m of them (Matteson and James, *A
/// nonparametric approach for multiple change point analysis of multivariate data*, Journal of the
/// American Statistical Association 109 (2014), with exponent 1):
///
///     Q = nm/(n+m) · ( 2/(nm) ΣΣ |xᵢ − yⱼ| − C(n,2)⁻¹ Σ |xᵢ − xₖ| − C(m,2)⁻¹ Σ |yⱼ − yₖ| )
///
/// It is large where X and Y differ in any way, and needs no distribution. Sums over rectangles of
/// the matrix of distances come from its two-dimensional prefix sums, so that a Q costs O(1).
struct EnergyDistances {
    private let count: Int
    /// `prefix[i · (count + 1) + j]` is the sum over all |zₐ − z_b| with a < i and b < j.
    private let prefix: [Double]

    /// - Complexity: O(n²).
    init(_ values: ArraySlice<Double>) {
        let values = Array(values)
        let width = values.count + 1
        var prefix = [Double](repeating: 0, count: width * width)
        for i in values.indices {
            var row = 0.0
            for j in values.indices {
                row += abs(values[i] - values[j])
                prefix[(i + 1) * width + j + 1] = prefix[i * width + j + 1] + row
            }
        }
        count = values.count
        self.prefix = prefix
    }

    /// The cut of `bounds` with the largest Q, the first of equals.
    ///
    /// It lies before index `cut`, against the values up to `end`. The end may come before the end
    /// of the piece, so that of two changes that undo each other the first is found.
    ///
    /// - Returns: `nil` if the piece is too short to have `minimum` values on both sides.
    /// - Complexity: O(n²).
    func bestCut(in bounds: Range<Int>, minimum: Int) -> (cut: Int, end: Int)? {
        var best: (q: Double, cut: Int, end: Int)?
        guard bounds.count >= 2 * minimum else { return nil }
        for cut in (bounds.lowerBound + minimum)...(bounds.upperBound - minimum) {
            for end in (cut + minimum)...bounds.upperBound {
                let q = statistic(bounds.lowerBound, cut, end)
                if q > best?.q ?? -.infinity { best = (q, cut, end) }
            }
        }
        return best.map { ($0.cut, $0.end) }
    }

    private func statistic(_ start: Int, _ cut: Int, _ end: Int) -> Double {
        let n = Double(cut - start)
        let m = Double(end - cut)
        let between = sum(start, cut, cut, end) * 2 / (n * m)
        // The squares hold each pair twice, and C(n, 2) is n(n − 1)/2.
        let before = n > 1 ? sum(start, cut, start, cut) / (n * (n - 1)) : 0
        let after = m > 1 ? sum(cut, end, cut, end) / (m * (m - 1)) : 0
        return n * m / (n + m) * (between - before - after)
    }

    private func sum(_ top: Int, _ bottom: Int, _ left: Int, _ right: Int) -> Double {
        let width = count + 1
        return prefix[bottom * width + right] - prefix[top * width + right]
            - prefix[bottom * width + left] + prefix[top * width + left]
    }
}

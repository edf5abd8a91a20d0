/// The test that a shift was judged by; its name is printed beside each interval.
package enum ShiftTest: String, Codable, Sendable, CaseIterable {
    /// Student's, on the differences of pairs.
    case pairedT = "paired t"
    /// Student's, on the differences of pairs from which the machine's speed was divided out.
    case adjustedT = "paired t at equal speed"
    /// Wilcoxon's, with Hodges and Lehmann's estimate; for pairs that are not normal enough.
    case signedRank = "signed rank"
    /// Student's for two samples of unequal variance.
    case welch = "Welch's t"
    /// Mann and Whitney's, with Hodges and Lehmann's estimate; for samples not normal enough.
    case mannWhitney = "Mann–Whitney"
    /// No test: for figures without noise, where every difference counts.
    case exact = "exact"
}

import Foundation
import Results

/// What a study says of one figure, or of one figure beside another.
enum StudyStatement: Sendable, Hashable {
    /// The figure, or the ratio of the first to the second, keeps a bound.
    case bounded(Limit.Comparison, Double)
    /// The first figure is above the second, by more than what never matters.
    case above
    /// The larger figure is above the smaller by this part of it at most.
    case alike(within: Double)

    /// Whether two figures without noise keep it.
    ///
    /// - Parameter second: 1 for a bound on the first figure itself.
    func isKept(_ first: Double, _ second: Double) -> Bool {
        switch self {
        case .bounded(let comparison, let bound): comparison.holds(first, bound * second)
        case .above: first > second
        case .alike(let part): max(first, second) <= min(first, second) * (1 + part)
        }
    }

    /// Whether it is kept by zero or by every positive figure, and not by both: then each value
    /// decides it exactly.
    var parts: Bool {
        guard case .bounded(let comparison, let bound) = self else { return false }
        return switch comparison {
        case .below, .atLeast: bound > 0 && bound <= 1
        case .above, .atMost: bound >= 0 && bound < 1
        }
    }
}

import Foundation
import Results

extension Comparison {
    /// The cause that took more time of the main queue when a figure got worse.
    package struct Blame: Codable, Sendable, Hashable {
        /// `save`, `fetch`, …: Architecture.md, “The causes”.
        package var cause: String
        /// The medians of both arms, in ms.
        package var baseline: Double
        package var candidate: Double
    }

    /// The cause whose time on the main queue grew most, in the phase of a figure that got worse.
    ///
    /// A cause counts if its own interval excludes no change: the largest of twelve differences
    /// always belongs to some cause, and a cause that chance has picked would send a reader to the
    /// wrong code.
    ///
    /// - Returns: `nil` if none has grown beyond its interval.
    package func blame(for row: ComparisonRow) -> Blame? {
        var best: Blame?
        for cause in rows
        where cause.variant == row.variant && cause.phase == row.phase && cause.role.isEmpty {
            guard let name = Metric.mainCause.key(ofMetric: cause.metric)?.rawValue,
                let change = cause.change, let before = cause.baseline,
                let after = cause.candidate, after > before, Self.excludesNone(change)
            else { continue }
            if let best, best.candidate - best.baseline >= after - before { continue }
            best = Blame(cause: name, baseline: before, candidate: after)
        }
        return best
    }

    private static func excludesNone(_ change: ComparisonRow.Change) -> Bool {
        guard let low = change.low else { return false }
        return low > (change.scale == .ratio ? 1 : 0)
    }
}

import Foundation
import Results

extension Comparison {
    /// What the main queue's time went to when a figure got worse.
    package struct Blame: Codable, Sendable, Hashable {
        /// `save`, `fetch`, …: Architecture.md, “The causes”.
        package var cause: String
        /// The medians of both arms, in ms.
        package var baseline: Double
        package var candidate: Double
    }

    /// The cause whose time on the main queue grew most, in the phase of a figure that got worse.
    ///
    /// A cause counts where its own interval excludes no change: the largest of twelve differences
    /// is always some cause, and the name of one that chance has picked would send a reader to the
    /// wrong code.
    ///
    /// - Returns: `nil` where none has grown beyond its interval.
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

import Foundation
import Results
import Statistics

extension Comparison {
    /// The cause that took more time of the main queue when a figure got worse.
    package struct Blame: Codable, Sendable, Hashable {
        /// `save`, `fetch`, …: Architecture.md, “The causes”.
        package var cause: String
        /// The medians of both arms, in ms.
        package var baseline: Double
        package var candidate: Double

        /// By how much it grew, in ms.
        var growth: Double { candidate - baseline }
    }

    /// The result of a search for the cause on the main queue of a figure that got worse.
    package enum BlameOutcome: Sendable, Hashable {
        /// The causes that grew, each with its growth in milliseconds, the largest first. Never
        /// empty.
        case grew([Blame])
        /// No cause grew beyond noise.
        case none
        /// The figure is not one of the main queue's time, or grew by more than the causes did.
        case elsewhere

        /// The causes that are named.
        package var causes: [String] {
            guard case .grew(let blames) = self else { return [] }
            return blames.map(\.cause)
        }
    }

    /// The causes whose time on the main queue grew, in the phase of a figure that got worse.
    ///
    /// A cause counts if it grew by more than the tolerance, and chance does not explain the
    /// growth, corrected for the number of causes by Holm's procedure: the largest of twelve
    /// differences is always some cause, and a cause that chance has picked would send a reader to
    /// the wrong code. If several count, all are named: figures cannot show which of them led to
    /// the others.
    package func blame(for row: ComparisonRow) -> BlameOutcome {
        var grown: [Blame] = []
        let causes = rows.filter { cause in
            cause.variant == row.variant && cause.phase == row.phase && cause.role.isEmpty
                && Metric.mainCause.key(ofMetric: cause.metric) != nil && cause.change != nil
        }
        let adjusted = Holm.adjusted(causes.map { $0.change?.probability ?? 1 })
        for (cause, probability) in zip(causes, adjusted) {
            guard probability <= 1 - ShiftEstimate.level, let change = cause.change,
                change.value > cause.tolerance,
                let name = Metric.mainCause.key(ofMetric: cause.metric)?.rawValue,
                let before = cause.baseline, let after = cause.candidate, after > before
            else { continue }
            grown.append(Blame(cause: name, baseline: before, candidate: after))
        }
        guard Self.isOfMainQueue(row, growing: grown.reduce(0) { $0 + $1.growth }) else {
            return .elsewhere
        }
        grown.sort { ($1.growth, $0.cause) < ($0.growth, $1.cause) }
        return grown.isEmpty ? .none : .grew(grown)
    }

    /// Whether the main queue can explain the growth of a figure.
    ///
    /// It can for the main queue's own figures, and for another time if the causes make up most of
    /// it.
    private static func isOfMainQueue(_ row: ComparisonRow, growing growth: Double) -> Bool {
        if row.metric.hasPrefix("main.") { return true }
        guard let before = row.baseline, let after = row.candidate else { return false }
        let milliseconds: Double
        switch MetricUnit(rawValue: row.unit) {
        case .milliseconds: milliseconds = after - before
        case .seconds: milliseconds = (after - before) * 1000
        default: return false
        }
        return growth == 0 || growth >= milliseconds / 2
    }
}

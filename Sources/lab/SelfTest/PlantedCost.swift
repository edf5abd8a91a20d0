import Reporting
import Results
import Runs

/// A cause on the main queue that takes longer on purpose: `save:10%`.
package struct PlantedCost: Codable, Sendable, Hashable {
    /// The causes that can be slowed down.
    ///
    /// `execute` is what remains of a block beside the others, and has no spans.
    static let causes = Metric.mainCause.keys.filter { $0 != .execute }.map(\.rawValue)

    package var cause: String
    /// By how much: 0.1 is a tenth.
    package var share: Double

    /// Reads `CAUSE:PERCENT%`.
    ///
    /// - Returns: `nil` for another text, or if no such cause can be slowed down by so much.
    package init?(_ text: String) {
        let sides = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard sides.count == 2, Self.causes.contains(sides[0]), sides[1].hasSuffix("%"),
            let percent = Double(sides[1].dropLast()), percent > 0, percent <= 10_000
        else { return nil }
        cause = sides[0]
        share = percent / 100
    }

    /// As it is written.
    package var text: String { "\(cause):\(NumberText.exact(100 * share))%" }

    var plant: Plant { .cost(cause: cause, share: share) }
}

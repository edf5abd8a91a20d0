/// Which topology is best at each pair of values of two keys, simulated.
package struct DecisionMap: Sendable {
    /// One topology at one pair of values.
    package struct Entry: Sendable {
        package var variant: String
        /// Whether it keeps every limit, in every draw.
        package var isKept: Bool
        /// Whether its delays are not known there, as `TopologyResult.isSaturated(in:)` says.
        package var isSaturated: Bool
        /// The headline figures over draws.
        package var figures: [Figure]
        package var failure: RunFailure?

        package init(
            variant: String, isKept: Bool, isSaturated: Bool = false, figures: [Figure],
            failure: RunFailure? = nil
        ) {
            self.variant = variant
            self.isKept = isKept
            self.isSaturated = isSaturated
            self.figures = figures
            self.failure = failure
        }
    }

    /// One pair of values.
    package struct Cell: Sendable {
        /// The value of each axis.
        package var values: [String]
        package var entries: [Entry]
        /// The best topology, or those that are not told apart, the one with the best median first;
        /// empty if none keeps every limit.
        package var best: [String]

        /// Whether no topology has figures.
        package var isFailed: Bool { entries.allSatisfy { $0.failure != nil } }

        package init(values: [String], entries: [Entry], best: [String]) {
            self.values = values
            self.entries = entries
            self.best = best
        }
    }

    /// The head of a result, without topologies.
    package var head: WorkloadResult
    /// Two: the first one runs down, the second one across.
    package var axes: [SweepRecord]
    /// As they are written.
    package var limits: [String]
    package var draws: Int
    /// As the figures name them.
    package var variants: [String]
    /// Row by row; fewer than all if the command was interrupted.
    package var cells: [Cell] = []

    package init(
        head: WorkloadResult, axes: [SweepRecord], limits: [String], draws: Int, variants: [String]
    ) {
        self.head = head
        self.axes = axes
        self.limits = limits
        self.draws = draws
        self.variants = variants
    }

    /// The cell of a pair of values; `nil` if it was not simulated.
    package func cell(_ first: String, _ second: String) -> Cell? {
        cells.first { $0.values == [first, second] }
    }
}

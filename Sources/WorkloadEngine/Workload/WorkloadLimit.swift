import Documents

/// A bound on a figure as the workload writes it, for Verdicts to parse.
package struct WorkloadLimit: Sendable, Hashable {
    /// `main.stall.max < 250ms`.
    package var text: String
    package var position: Position
}

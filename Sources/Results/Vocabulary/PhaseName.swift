/// Names of phases.
///
/// A workload chooses its own.
package enum PhaseName {
    /// The phase of the figures over all measured phases.
    package static let all = "all"
}

import Results
import WorkloadEngine

/// One step of the short run.
struct FaultStep: Sendable {
    /// From 1; 0 for the base.
    var index: Int
    var step: ShortRun.Step

    var role: Role { step.role }
}

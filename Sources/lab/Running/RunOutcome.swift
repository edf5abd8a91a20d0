import Reporting
import Results
import Verdicts

/// How a session ended, and what it found.
package struct RunOutcome: Sendable {
    package var code: ExitCode
    /// What was measured; `nil` where the session ended before, or measures no workload.
    package var result: WorkloadResult?
    /// With the baseline; `nil` without one.
    package var comparison: ComparisonReport?
    /// Those that were said.
    package var warnings: [RunWarning] = []
}

import Reporting
import Results
import Verdicts

/// The exit code and the findings of a session.
package struct RunOutcome: Sendable {
    package var code: ExitCode
    /// The measured result; `nil` if the session ended earlier, or measures no workload.
    package var result: WorkloadResult?
    /// With the baseline; `nil` without one.
    package var comparison: ComparisonReport?
    /// The warnings that were printed.
    package var warnings: [RunWarning] = []
    /// The page that was written; `nil` if none was, though an earlier session's may lie there.
    package var page: String?
    /// Whether a person ended it, whatever graver code it has.
    package var isInterrupted = false
}

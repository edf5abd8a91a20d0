import Documents
import Foundation

/// A file that a workload names: where it is, and where it was named.
package struct WorkloadFile: Sendable, Hashable {
    /// As the workload writes it.
    package var path: String
    package var url: URL
    /// The place of the key that names it, for messages.
    package var position: Position
}

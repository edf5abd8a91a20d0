import Documents
import Foundation

/// A file that a workload names: its URL, and the position of its name.
package struct WorkloadFile: Sendable, Hashable {
    /// As the workload writes it.
    package var path: String
    package var url: URL
    /// The position of the key that names the file, for messages.
    package var position: Position
}

/// The position of one topology's result in a sweep, and its differences from the result's head.
package struct SweepPoint: Codable, Sendable, Hashable {
    /// The topology as it was asked for, without the swept value: its row in the table.
    package var row: String
    /// The swept value; `nil` if the topology has no such field, and ran once.
    package var value: String?
    /// The digest of the workload with the value set.
    package var workloadDigest: String
    /// The digest of its operations.
    package var operationsDigest: String

    package init(row: String, value: String?, workloadDigest: String, operationsDigest: String) {
        self.row = row
        self.value = value
        self.workloadDigest = workloadDigest
        self.operationsDigest = operationsDigest
    }
}

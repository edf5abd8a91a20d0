/// The death of the process at an exact change of a traced store's files, by SIGKILL.
///
/// What the kernel was given before stays; nothing that comes after reaches a file of the store,
/// also from other threads.
package struct StoreKill: Sendable, Hashable, Codable {
    /// Which change, from 1: creates of files that were not there, writes, truncates, syncs and
    /// deletes, in the order of the log (`StoreLog.changes`).
    package var operation: Int
    /// Whether the process dies directly after the change, or before it.
    package var isAfter: Bool

    /// - Precondition: `operation` is 1 or more.
    package init(operation: Int, isAfter: Bool) {
        guard operation >= 1 else {
            fatalError("the changes of a store are counted from 1, and this one is \(operation)")
        }
        self.operation = operation
        self.isAfter = isAfter
    }
}

import Execution

/// The users of each queue: the roles whose operations run there, and the contexts that live there.
///
/// Only looked up: no order comes from it.
struct QueueUsers: Sendable {
    private var roles: [QueueID: Set<String>] = [:]
    private var contexts: [QueueID: String] = [:]

    mutating func note(role: String, on queue: any ExecutionQueue) {
        roles[queue.id, default: []].insert(role)
    }

    mutating func note(context: String, on queue: any ExecutionQueue) {
        if contexts[queue.id] == nil { contexts[queue.id] = context }
    }

    /// By name.
    func roles(of queue: QueueID) -> [String] { (roles[queue] ?? []).sorted() }

    /// The first context that saved there.
    func context(of queue: QueueID) -> String? { contexts[queue] }
}

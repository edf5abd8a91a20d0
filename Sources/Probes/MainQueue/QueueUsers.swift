import Execution

/// The users of each queue: the roles whose operations run there, and the contexts that live there.
///
/// Queues are identified by address. Only looked up: no order comes from it.
struct QueueUsers: Sendable {
    private var roles: [ObjectIdentifier: Set<String>] = [:]
    private var contexts: [ObjectIdentifier: String] = [:]

    mutating func note(role: String, on queue: any ExecutionQueue) {
        roles[ObjectIdentifier(queue), default: []].insert(role)
    }

    mutating func note(context: String, on queue: any ExecutionQueue) {
        let id = ObjectIdentifier(queue)
        if contexts[id] == nil { contexts[id] = context }
    }

    /// By name.
    func roles(of queue: ObjectIdentifier) -> [String] { (roles[queue] ?? []).sorted() }

    /// The first context that saved there.
    func context(of queue: ObjectIdentifier) -> String? { contexts[queue] }
}

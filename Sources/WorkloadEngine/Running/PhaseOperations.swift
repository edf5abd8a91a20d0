import Results

/// The operations of one phase, sorted out before a run: done when the phase begins, on the main
/// queue, it would count among the stack's costs.
struct PhaseOperations: Sendable {
    private(set) var count = 0
    /// All at once, when the phase begins.
    private(set) var preloads: [Operation] = []
    /// As they come due.
    private(set) var arriving: [Role: [Operation]] = [:]

    /// The operations of each phase of a plan.
    ///
    /// - Precondition: each operation's phase is one of that many.
    static func all(of plan: OperationPlan, phases: Int) -> [PhaseOperations] {
        var all = [PhaseOperations](repeating: PhaseOperations(), count: phases)
        for operation in plan.operations { all[operation.phase].add(operation) }
        return all
    }

    private mutating func add(_ operation: Operation) {
        count += 1
        if operation.kind == .preload {
            preloads.append(operation)
        } else {
            arriving[operation.role, default: []].append(operation)
        }
    }
}

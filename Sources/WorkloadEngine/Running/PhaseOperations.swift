import Results

/// The operations of one phase, sorted out before a run: done when the phase begins, on the main
/// queue, it would count among the stack's costs.
struct PhaseOperations: Sendable {
    private(set) var count = 0
    /// All at once, when the phase begins.
    private(set) var preloads: [Operation] = []
    /// As they come due.
    private(set) var arriving: [Arrival: [Operation]] = [:]
    /// The keys of `arriving`, in the order of the roles.
    private(set) var arrivals: [Arrival] = []

    /// The operations of each phase of a plan.
    ///
    /// - Precondition: each operation's phase is one of that many.
    static func all(
        of plan: OperationPlan, phases: Int, importer: ImporterRole?
    ) -> [PhaseOperations] {
        var all = [PhaseOperations](repeating: PhaseOperations(), count: phases)
        for operation in plan.operations {
            all[operation.phase].add(operation, of: importer?.part(of: operation) ?? 0)
        }
        for index in all.indices { all[index].orderArrivals() }
        return all
    }

    private mutating func orderArrivals() {
        let places = Dictionary(uniqueKeysWithValues: zip(Role.allCases, 0...))
        arrivals = arriving.keys.sorted { left, right in
            (places[left.role]!, left.part) < (places[right.role]!, right.part)
        }
    }

    private mutating func add(_ operation: Operation, of part: Int) {
        count += 1
        if operation.kind == .preload {
            preloads.append(operation)
        } else {
            let arrival = Arrival(role: operation.role, part: part)
            arriving[arrival, default: []].append(operation)
        }
    }
}

import Synchronization

/// The data that must be stored after a plan, worked out once for all runs of the plan.
///
/// Which of the operations were refused distinguishes the runs: as a rule, none.
package final class Expectations: Sendable {
    /// The expected data and its digest.
    struct Value {
        let data: ExpectedData
        let digest: String
    }

    private let plan: OperationPlan
    /// By the numbers of the operations that were refused.
    private let known = Mutex<[Set<Int>: Value]>([:])

    /// Makes the expectations of a plan; they are worked out when a run asks for them.
    package init(_ plan: OperationPlan) {
        self.plan = plan
    }

    /// What is expected after all operations but those that were refused.
    ///
    /// - Complexity: O(objects) at the first call.
    func value(refused: Set<Int>) -> Value {
        if let value = known.withLock({ $0[refused] }) { return value }
        let data = ExpectedData(
            plan, applying: plan.operations.map(\.index).filter { !refused.contains($0) })
        let value = Value(data: data, digest: data.content.digest)
        known.withLock { $0[refused] = value }
        return value
    }
}

import Synchronization

/// What must be stored after the runs of a plan, worked out once for all of them.
///
/// The runs of one process share it; without any refused operation the data is the same for all.
package final class Expectations: Sendable {
    /// The expected data and its digest.
    struct Value {
        let data: ExpectedData
        let digest: String
    }

    private struct State {
        /// By the numbers of the operations that were refused.
        var known: [Set<Int>: Value] = [:]
        /// `nil` where no other plan's expectations can use it.
        var memory: RowMemory?
        var hash: StoreContent.Hash?
    }

    private let plan: OperationPlan
    private let state: Mutex<State>

    /// Makes the expectations of a plan; they are worked out when a run asks for them.
    package init(_ plan: OperationPlan) {
        self.plan = plan
        state = Mutex(State())
    }

    /// Makes the expectations of one of several draws of a workload.
    ///
    /// Most of the expected rows are those of a file's lines, which no draw changes: they and their
    /// hash are taken over.
    ///
    /// - Parameter former: those of another draw of the same workload.
    package init(_ plan: OperationPlan, after former: Expectations?) {
        self.plan = plan
        let former = plan.objects.drawsNoLine ? former : nil
        let (lines, imported, hash) =
            former?.state.withLock { ($0.memory?.lines, $0.memory?.imported, $0.hash) }
            ?? (nil, nil, nil)
        state = Mutex(
            State(memory: RowMemory(lines: lines ?? [:], imported: imported), hash: hash))
    }

    /// What is expected after all operations but those that were refused.
    ///
    /// - Complexity: O(objects) at the first call.
    func value(refused: Set<Int>) -> Value {
        state.withLock { state in
            if let value = state.known[refused] { return value }
            let data = ExpectedData(
                plan, applying: plan.operations.map(\.index).filter { !refused.contains($0) },
                memory: state.memory)
            let hash = StoreContent.Hash(data.content, continuing: state.hash)
            if state.memory != nil { state.hash = hash }
            let value = Value(data: data, digest: hash.digest)
            state.known[refused] = value
            return value
        }
    }
}

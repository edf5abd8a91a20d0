import CoreData
import Execution

extension TopologyStack {
    /// Saves every context up to the store, children before parents, whatever the flush policy.
    ///
    /// Each save is a `perform` that leads to the next, and no thread waits; but see `enqueue`.
    ///
    /// - Parameter done: called on the queue of the context that was saved last.
    package func saveAll(done: @escaping @Sendable () -> Void) {
        saveNext(of: contextsFromLeaves[...], deadline: nil, SaveRound()) { _ in done() }
    }

    /// Saves as an app does in *did enter background*: as `saveAll`, but without contexts that are
    /// saved at termination only.
    ///
    /// - Parameter done: called with whether no such context, and none whose save failed, is on the
    ///   way of the user's edits up to `saved`.
    package func enterBackground(
        done: @escaping @Sendable (_ hasSavedUserEdits: Bool) -> Void
    ) {
        let reach = topology.savedReach(from: layout(for: .ui).name)
        let held = contexts.filter { $0.layout.saves == .atTermination }.map(\.name)
        let asked = contextsFromLeaves.filter { $0.layout.saves == .onRequest }
        saveNext(of: asked[...], deadline: nil, SaveRound()) {
            done(Set(held + $0.failed).isDisjoint(with: reach))
        }
    }

    /// Saves as an app does in *will terminate*: the whole route of every role, waited, and no
    /// timer or merge after it.
    ///
    /// Failures are in `failures` then, and the observer has received them.
    ///
    /// - Parameters:
    ///   - deadline: the end of the process. A save that has begun ends; none begins after it.
    ///   - done: called on the queue of one of the contexts, when every block that the stack
    ///     enqueued before has run, with the contexts whose changes were not saved in time.
    package func terminate(
        deadline: Instant? = nil, done: @escaping @Sendable (_ unsaved: [String]) -> Void
    ) {
        stopFlushing()
        saveNext(of: contextsFromLeaves[...], deadline: deadline, SaveRound()) { [self] round in
            // A save enqueues its merges; they stand before these blocks in the contexts' queues.
            visitNext(of: contextsFromLeaves[...]) { [self] in
                drainMerges { [self] in
                    stopMerging()
                    done(round.late)
                }
            }
        }
    }

    /// Children before their parents, and otherwise in the order of the topology.
    private var contextsFromLeaves: [StackContext] {
        let depths = contexts.map { topology.ancestry(of: $0.name).count }
        let order = contexts.indices.sorted { left, right in
            (depths[right], left) < (depths[left], right)
        }
        return order.map { contexts[$0] }
    }

    /// The result of a round of saves.
    private struct SaveRound {
        /// Contexts with changes whose turn came after the deadline.
        var late: [String] = []
        /// Contexts whose save threw.
        var failed: [String] = []
    }

    private func saveNext(
        of rest: ArraySlice<StackContext>, deadline: Instant?, _ round: SaveRound,
        done: @escaping @Sendable (SaveRound) -> Void
    ) {
        guard let target = rest.first else { return done(round) }
        enqueue(on: target) { [self] in
            var round = round
            if let deadline, execution.now >= deadline {
                if target.context.hasChanges { round.late.append(target.name) }
            } else if save(target, isSilent: true) != nil {
                round.failed.append(target.name)
            }
            saveNext(of: rest.dropFirst(), deadline: deadline, round, done: done)
        }
    }

    /// Begins work on a context's queue as the stack's other work there begins.
    ///
    /// Work that main waits for must not need main, or both would wait for each other. Where main
    /// submits and waits, a save of a child of main begins on main, too:
    ///
    ///     main    performAndWait(child) ··· waits for the child's queue
    ///     child   perform { save } ──────── waits for main, which is its parent
    private func enqueue(
        on target: StackContext, _ work: @escaping @Sendable () -> Void
    ) {
        let styles = [topology.submission, topology.uiSubmission]
        guard styles.contains(.performAndWaitOnMain),
            target.context.concurrencyType == .privateQueueConcurrencyType
        else { return target.context.perform(work) }
        execution.mainQueue.async { target.context.performAndWait(work) }
    }

    private func visitNext(
        of rest: ArraySlice<StackContext>, done: @escaping @Sendable () -> Void
    ) {
        guard let target = rest.first else { return done() }
        target.context.perform { [self] in visitNext(of: rest.dropFirst(), done: done) }
    }
}

import CoreData
import Execution

extension Stack {
    /// Saves every context up to the store, children before parents, whatever the flush policy.
    ///
    /// It blocks nobody: each save is a `perform` that leads to the next.
    ///
    /// - Parameter done: called on the queue of the context that was saved last.
    package func saveAll(done: @escaping @Sendable () -> Void) {
        saveNext(of: contextsFromLeaves[...], done: done)
    }

    /// What the app does in *did enter background*: as `saveAll`, but for contexts that are saved
    /// at termination only.
    package func enterBackground(done: @escaping @Sendable () -> Void) {
        saveNext(of: contextsFromLeaves.filter { $0.layout.saves == .onRequest }[...], done: done)
    }

    /// What the app does in *will terminate*: the whole route of every role, waited, and no timer
    /// or merge after it.
    ///
    /// Failures are in `failures` then, and were told to the observer.
    ///
    /// - Parameters:
    ///   - deadline: when the process is ended. A save that has begun ends; none begins after it.
    ///   - done: called on the queue of one of the contexts, when every block that the stack
    ///     enqueued before has run, with the contexts whose changes were not saved in time.
    package func terminate(
        deadline: Instant? = nil, done: @escaping @Sendable (_ unsaved: [String]) -> Void
    ) {
        stopFlushing()
        saveNext(of: contextsFromLeaves[...], deadline: deadline, unsaved: []) { [self] unsaved in
            // A save enqueues its merges; they stand before these blocks in the contexts' queues.
            visitNext(of: contextsFromLeaves[...]) { [self] in
                stopMerging()
                done(unsaved)
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

    private func saveNext(
        of rest: ArraySlice<StackContext>, done: @escaping @Sendable () -> Void
    ) {
        saveNext(of: rest, deadline: nil, unsaved: []) { _ in done() }
    }

    private func saveNext(
        of rest: ArraySlice<StackContext>, deadline: Instant?, unsaved: [String],
        done: @escaping @Sendable ([String]) -> Void
    ) {
        guard let target = rest.first else { return done(unsaved) }
        target.context.perform { [self] in
            var unsaved = unsaved
            if let deadline, execution.now >= deadline {
                if target.context.hasChanges { unsaved.append(target.name) }
            } else {
                _ = save(target, isSilent: true)
            }
            saveNext(of: rest.dropFirst(), deadline: deadline, unsaved: unsaved, done: done)
        }
    }

    private func visitNext(
        of rest: ArraySlice<StackContext>, done: @escaping @Sendable () -> Void
    ) {
        guard let target = rest.first else { return done() }
        target.context.perform { [self] in visitNext(of: rest.dropFirst(), done: done) }
    }
}

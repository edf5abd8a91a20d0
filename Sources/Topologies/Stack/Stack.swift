import CoreData
import Execution
import Results

/// Live coordinators and contexts on a store, which a workload is run on.
///
/// `TopologyStack` builds them of a topology's fields; a stack that is written in Swift brings its
/// own. A stack may be used from any queue; calls that need a context's queue have it as a
/// precondition.
///
///                  submit(for:)            save(from:)              terminate
///     ui, importer ──────────▶ its context ───────────▶ save route ◀───────── app
package protocol Stack: AnyObject, Sendable {
    var topology: Topology { get }
    var execution: any Execution { get }
    /// The contexts that last, as far as the stack has shown them: parents before children.
    ///
    /// Of those that come into sight later the stack's observer hears.
    var contexts: [StackContext] { get }
    /// The first one's store is read when the run has ended.
    var coordinators: [NSPersistentStoreCoordinator] { get }
    /// The saves that failed so far, in the order in which they did.
    var failures: [StackFailure] { get }

    /// The context that a role works through.
    ///
    /// - Precondition: it lasts; one that is made for each piece of work comes with the work.
    func context(for role: Role) -> NSManagedObjectContext

    /// Runs work of a role on its context's queue.
    ///
    /// - Parameter work: gets the context, on its queue.
    func submit(for role: Role, _ work: @escaping @Sendable (StackContext) -> Void)

    /// Runs work of one of several importers on its context's queue.
    ///
    /// - Parameter part: the importer's number, from 0.
    func submitImport(_ part: Int, _ work: @escaping @Sendable (StackContext) -> Void)

    /// Saves what stands in a context, as far as the app waits for it.
    ///
    /// - Parameters:
    ///   - origin: the context of the edits, as `submit(for:)` gave it.
    ///   - ended: called once, on its queue, when the app believes the edits saved, or knows that
    ///     they are not.
    /// - Precondition: called on the context's queue.
    func save(from origin: StackContext, ended: @escaping @Sendable (SaveRouteEnd) -> Void)

    /// Brings the inserts of a batch request to the contexts that merge the context's saves.
    ///
    /// An app that gets the request's object IDs does the same: a batch request posts no did-save.
    ///
    /// - Precondition: on the context's queue.
    func mergeInserted(_ ids: [NSManagedObjectID], from context: String)

    /// Sets the ui's reaction to a save that it does not merge: fetching its list again.
    ///
    /// - Parameter body: gets the context, whose objects were refreshed, on its queue.
    func onRefetch(_ body: @escaping @Sendable (NSManagedObjectContext) -> Void)

    /// The user did something.
    func noteInteraction()

    /// Saves every context up to the store, children before parents, whatever the stack's policy.
    ///
    /// - Parameter done: called on the queue of the context that was saved last.
    func saveAll(done: @escaping @Sendable () -> Void)

    /// Saves as the app does in *did enter background*.
    ///
    /// - Parameter done: called with whether the app believes the user's edits saved.
    func enterBackground(done: @escaping @Sendable (_ hasSavedUserEdits: Bool) -> Void)

    /// Saves as the app does in *will terminate*, waited for, and ends timers and merges.
    ///
    /// - Parameters:
    ///   - deadline: the end of the process. A save that has begun ends; none begins after it.
    ///   - done: called when every block that the stack enqueued before has run, with the contexts
    ///     whose changes were not saved in time.
    func terminate(
        deadline: Instant?, done: @escaping @Sendable (_ unsaved: [String]) -> Void)
}

extension Stack {
    /// All importers share what the first one works through.
    package func submitImport(_ part: Int, _ work: @escaping @Sendable (StackContext) -> Void) {
        submit(for: .importer, work)
    }

    /// Whether two roles work through one context.
    package func isShared(_ left: Role, _ right: Role) -> Bool {
        topology.contextName(of: left) == topology.contextName(of: right)
    }
}

extension Stack {
    /// Closes the stores, whose files a process would have open for as long as anything keeps the
    /// stack.
    ///
    /// - Precondition: under the stack's execution, and nothing is left for the stack to do.
    /// - Throws: the error of a store that could not be removed from its coordinator.
    package func closeStores() throws {
        for coordinator in coordinators {
            for store in coordinator.persistentStores { try coordinator.remove(store) }
        }
        endObserving()
    }

    /// Lets go of the observer of the coordinators' transactions, which would keep the stack by
    /// being kept by it.
    package func endObserving() {
        for coordinator in coordinators { coordinator.transactionObserver = nil }
    }
}

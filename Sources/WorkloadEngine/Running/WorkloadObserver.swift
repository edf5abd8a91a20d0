import CoreData
import Execution
import Topologies

/// Observes a run: its phases, its operations, and the fate of its edits.
///
///     runWillBegin
///       phaseWillBegin
///         operationWillBegin · didEdit · (importerWillSave) · stackWillSave/DidSave …
///                            · (importerDidSave) · didBecomeSaved · operationDidEnd
///         frameDidFinish …
///       phaseDidEnd
///     runDidEnd
package protocol WorkloadObserver: StackObserver {
    /// Before the first phase, on the main queue.
    func runWillBegin(stack: any Stack, plan: OperationPlan)
    /// On the main queue, directly before the phase's clock starts at `at`.
    func phaseWillBegin(_ phase: Int, name: String, isMeasured: Bool, at: Instant)
    /// On the main queue, behind what waited there when the phase's time was over and its last
    /// operation done. `at` is now.
    func phaseDidEnd(_ phase: Int, name: String, at: Instant)
    /// On the operation's context's queue, like all that follow of an operation. `due` is when it
    /// should have begun.
    func operationWillBegin(_ operation: Operation, due: Instant)
    /// The operation is done, saving up to `saved` included.
    ///
    /// - Parameter rows: objects that it read.
    func operationDidEnd(_ operation: Operation, rows: Int)
    /// `count` edits of the operation now stand in the context called `context`, before the save.
    func didEdit(_ operation: Operation, count: Int, context: String)
    /// The route's hops up to the first `enqueue` are done: the app believes the edit saved.
    func didBecomeSaved(_ operation: Operation)
    /// The operation wrote its edits past the context: they are committed, and the app knows.
    func didBecomeCommitted(_ operation: Operation, context: String)
    /// The save was refused, because another context had changed the same objects: the edits of the
    /// operation are rolled back.
    func didGiveUp(_ operation: Operation)
    /// The importer is about to call save for a batch.
    ///
    /// - Parameter sentinel: the last imported object, whose ID may be temporary here.
    func importerWillSave(_ operation: Operation, sentinel: NSManagedObject)
    /// The batch is saved, or is not.
    ///
    /// - Parameter sentinel: the same object, whose ID is permanent where the topology made it so.
    func importerDidSave(_ operation: Operation, sentinel: NSManagedObject)
    /// The ui is about to fetch its list again, after a save that it does not merge.
    ///
    /// Called on the ui context's queue, as `uiDidRefetch` is.
    func uiWillRefetch()
    /// The ui shows everything that was saved before `uiWillRefetch`.
    func uiDidRefetch()
    /// The display role has drawn the frame of the vsync at `due`. On the main queue.
    func frameDidFinish(due: Instant, finished: Instant)
    /// The list that followed the ui's context received these changes.
    func listDidEnd(updates: Int, rows: Int)
    /// The observers of the screen heard of so many saves and merges, and read so many objects:
    /// each observer for itself.
    func observersDidEnd(notes: Int, objects: Int)
    /// *Will terminate* begins; at the deadline the process would be ended. On the main queue.
    func appWillTerminate(deadline: Instant)
    /// Something moved: for a watchdog. On any queue.
    func didProgress()
    /// After *will terminate* and the reading back, on the main queue.
    func runDidEnd(outcome: Outcome)
}

import Execution
import Results

/// Records every block and span of the main queue, and the processor time of every other queue.
///
/// `MainQueueRecorder` reads the machine's clocks, `VirtualQueueRecorder` those of virtual time.
package protocol QueueRecorder: ExecutionObserver {
    /// Assigns the running block of the main queue to an operation; a later assignment has no
    /// effect.
    ///
    /// - Precondition: called on the main thread.
    func setOperation(_ operation: Int)

    /// The main queue's stretches so far.
    ///
    /// - Precondition: called on the main thread.
    func stretches() -> [StretchRecord]

    /// The blocks of the other queues, by label, in the order in which the queues first ran.
    func privateBlocks() -> [QueueLog.Account]
}

import Execution
import Foundation

// The ends of events: with a block of `perform`, or when the main queue's run loop turns.
extension NSManagedObjectContext {
    /// The contexts whose turn is enqueued, held weakly.
    ///
    /// A context without references has no event to end.
    static let awaitingTurn = WeakContexts()

    /// Runs a block that ends the event itself, so that a turn is enqueued only for what is left.
    ///
    /// That is what an observer of the end changed, and all changes of a block of
    /// `performAndWait`, which is not an event of its own; and a step of undo that a save in such a
    /// block began, or a child's.
    @inline(__always)
    final func withoutTurn<T>(_ block: () throws -> T) rethrows -> T {
        turn.enter()
        defer {
            turn.leave()
            if turn.isNeeded, !event.isEmpty || isStepOpen { enqueueTurn() }
        }
        return try block()
    }

    private final var isStepOpen: Bool { undoRecorder?.manager.awaitsEndOfEvent ?? false }

    /// Enqueues the end of the event on the main queue.
    @inline(never)
    final func enqueueTurn() {
        turn.noteEnqueued()
        Self.awaitingTurn.add(self)
        let queue = queue
        queue.async {
            for context in Self.awaitingTurn.alive where context.queue === queue {
                context.takeTurn()
            }
        }
    }

    private func takeTurn() {
        Self.awaitingTurn.remove(self)
        turn.noteTaken()
        withoutTurn(endStep)
    }

    /// Ends the event of a block of `perform` or of a turn; on the main queue it is a step of undo.
    final func endStep() {
        processPendingChanges()
        if concurrencyType == .mainQueueConcurrencyType { undoManager?.endEvent() }
    }
}

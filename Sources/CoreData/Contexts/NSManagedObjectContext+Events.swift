import Execution
import Foundation

// The ends of events: with a block of `perform`, or when the main queue's run loop turns.
extension NSManagedObjectContext {
    /// The contexts whose turn is enqueued, held weakly.
    ///
    /// A context without references has no event to end.
    static let awaitingTurn = WeakContexts()

    /// Runs a block that ends the event itself, so that no turn is enqueued.
    @inline(__always)
    final func withoutTurn<T>(_ block: () throws -> T) rethrows -> T {
        turn.enter()
        defer { turn.leave() }
        return try block()
    }

    /// Runs a block of `performAndWait` on the main queue.
    ///
    /// The block is not an event of its own: its changes are announced with the turn.
    final func untilTurn<T>(_ block: () throws -> T) rethrows -> T {
        defer { if turn.isNeeded, !event.isEmpty { enqueueTurn() } }
        return try withoutTurn(block)
    }

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
        withoutTurn(processPendingChanges)
        undoManager?.endEvent()
    }
}

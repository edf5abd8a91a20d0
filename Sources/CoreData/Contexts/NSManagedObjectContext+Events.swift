import Execution
import Foundation

// Where an event ends: with a block of `perform`, or when the main queue's run loop turns.
extension NSManagedObjectContext {
    /// The contexts whose turn is enqueued. Not held: a context that no code refers to any more
    /// has no event to end.
    static let awaitingTurn = WeakContexts()

    /// Runs a block that ends the event itself, so that no turn has to.
    @inline(__always)
    final func withoutTurn<T>(_ block: () throws -> T) rethrows -> T {
        turn.enter()
        defer { turn.leave() }
        return try block()
    }

    /// Runs a block of `performAndWait` on the main queue: no event of its own, so that what it
    /// leaves is announced with the turn.
    final func untilTurn<T>(_ block: () throws -> T) rethrows -> T {
        defer { if turn.isNeeded, !event.isEmpty { enqueueTurn() } }
        return try withoutTurn(block)
    }

    /// Has the event end when the main queue gets round to it.
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
    }
}

import CoreData
import Execution
import Results
import Topologies

extension AdaptedStack {
    func saveAll(done: @escaping @Sendable () -> Void) {
        visit(fromLeaves[...], done) { context in
            guard context.hasChanges else { return }
            // What it throws has been logged.
            try? context.save()
        }
    }

    func enterBackground(done: @escaping @Sendable (_ hasSavedUserEdits: Bool) -> Void) {
        let before = failures.count
        flush(.background) { [self] in done(failures.count == before) }
    }

    func terminate(
        deadline: Instant?, done: @escaping @Sendable (_ unsaved: [String]) -> Void
    ) {
        flush(.termination) { [self] in
            timers.stop()
            // Blocks that saves and merges have enqueued stand before these.
            visit(fromLeaves[...], { [self] in end(done) }, { _ in })
        }
    }

    private func flush(_ occasion: FlushOccasion, _ done: @escaping @Sendable () -> Void) {
        let answer = SingleAnswer(
            "\(type).flush(_:done:) called “done” twice for one flush: call it once, when all is "
                + "saved that the app saves then")
        app.flush(occasion) {
            answer.come()
            done()
        }
    }

    private func end(_ done: @escaping @Sendable (_ unsaved: [String]) -> Void) {
        execution.mainQueue.async { [self] in
            app.tearDown()
            done([])
        }
    }

    /// The contexts in sight, children before their parents.
    private var fromLeaves: [Leaf] {
        let living = book.living.map { context in
            Leaf(context: context, depth: Self.chain(of: context, in: book).count)
        }
        return living.indices.sorted { left, right in
            (living[right].depth, left) < (living[left].depth, right)
        }.map { living[$0] }
    }

    /// A context with the number of those above it.
    private struct Leaf: @unchecked Sendable {
        // Messaged by `perform` alone.
        let context: NSManagedObjectContext
        let depth: Int
    }

    /// Calls a body on each context's queue, one after the other.
    private func visit(
        _ rest: ArraySlice<Leaf>, _ done: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable (NSManagedObjectContext) -> Void
    ) {
        guard let leaf = rest.first else { return done() }
        leaf.context.perform { [self] in
            body(leaf.context)
            visit(rest.dropFirst(), done, body)
        }
    }
}

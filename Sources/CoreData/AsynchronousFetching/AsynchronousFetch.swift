import Execution
import Foundation

/// A fetch in two parts: a queue of its own reads the store, and the context's makes objects.
///
///     context's queue   │ a queue of the fetch
///     ──────────────────┼─────────────────────
///     execute(_:) ─────▶│ SELECT, rows
///     other work        │  …
///     objects, block ◀──│
struct AsynchronousFetch {
    private enum Found {
        case rows(FetchedRows)
        case keys([ObjectKey])
        case values([Any])
    }

    private let plan: FetchPlan
    private let overlay: PendingOverlay
    private let context: NSManagedObjectContext
    private let source: any ObjectSource
    private let cancellation: FetchCancellation

    /// - Precondition: on the context's queue.
    init(
        _ plan: FetchPlan, in context: NSManagedObjectContext, _ cancellation: FetchCancellation
    ) {
        var plan = plan
        plan.cancellation = cancellation
        self.plan = plan
        self.context = context
        self.cancellation = cancellation
        source = context.requiredSource().forOtherQueues
        overlay = PendingOverlay(plan, context)
    }

    /// Starts the fetch; `completion` is called once, on the context's queue.
    func start(_ completion: @escaping (Result<[Any], any Error>) -> Void) {
        let queue = context.execution.makeQueue(
            label: "an asynchronous fetch", cause: .waitForStore)
        queue.async {
            let found = Result { try read() }
            context.perform {
                // Keep the queue alive until its block has ended.
                withExtendedLifetime(queue) {
                    completion(Result { try finish(try found.get()) }.mapError(explained))
                }
            }
        }
    }

    /// - Precondition: on any queue; the rows are shared and never written again.
    private func read() throws -> Found {
        if let dictionaries = plan.dictionaries {
            return .values(try source.dictionaries(plan, dictionaries))
        }
        if !overlay.isNeeded {
            if plan.resultType.contains(.countResultType) {
                return .values([NSNumber(value: try source.count(plan))])
            }
            if plan.resultType.contains(.managedObjectIDResultType) {
                return .keys(try source.keys(plan))
            }
        }
        return .rows(try source.fetch(overlay.sourcePlan))
    }

    private func finish(_ found: Found) throws -> [Any] {
        if cancellation.isCancelled { throw CoreDataError.cancelled() }
        context.learnKeys()
        switch found {
        case .values(let values): return values
        case .keys(let keys): return keys.map(context.makeID)
        case .rows(let rows):
            let objects = try context.execution.span(.fetch) {
                let objects = overlay.apply(to: context.objects(for: rows, plan))
                try Prefetcher(context).run(plan.prefetchedPaths, from: objects)
                return objects
            }
            if plan.resultType.contains(.countResultType) {
                return [NSNumber(value: objects.count)]
            }
            return plan.resultType.contains(.managedObjectIDResultType)
                ? objects.map(\.objectID) : objects
        }
    }

    /// Replaces SQLite's error of an interrupted statement by that of a cancellation.
    private func explained(_ error: any Error) -> any Error {
        cancellation.isCancelled ? CoreDataError.cancelled() : error
    }
}

import CoreData
import Foundation
import RandomPrograms
import Testing

/// The same programs on the contexts' own queues, beside readers that never stop: for the thread
/// sanitizer, and for what only happens when queues overlap.
///
///     program's contexts              two readers, one of them nested
///     step 1, on its queue     ∥      fetch all, read every value, follow relationships
///     step 2, on another one   ∥      …
///     …                               stop
@Suite(.timeLimit(.minutes(30)), .serialized) struct ContextProgramConcurrencyTests {
    private static let programs: UInt64 = 500

    @Test func `Programs on real queues do the same beside readers`() throws {
        let store = try ProgramStore()
        let coordinator = store.coordinator
        let isDone = Flag()
        let rowsRead = Tally()
        let ended = DispatchSemaphore(value: 0)
        // Threads of their own: they would keep other tests from the few that tasks share.
        for isNested in [false, true] {
            Thread.detachNewThread {
                ProgramReader(coordinator, isNested: isNested)
                    .read(until: { isDone.isRaised }, didRead: rowsRead.add)
                ended.signal()
            }
        }
        defer {
            isDone.raise()
            for _ in 0..<2 { ended.wait() }
        }
        var failures = 0
        for seed in ProgramSeeds.all(Self.programs) {
            let check = ProgramCheck(seed: seed, store: store, perform: Self.onItsQueue)
            guard let report = check.report() else { continue }
            Issue.record("\(report)")
            failures += 1
            if failures == 3 { break }
        }
        #expect(failures == 0)
        #expect(rowsRead.value > 0)
    }

    /// Enqueued, on any thread of the queue, and waited for.
    private static let onItsQueue: ProgramRunner.Performer = { context, block in
        var outcome: Result<Void, any Error>?
        let done = DispatchSemaphore(value: 0)
        withoutActuallyEscaping(block) { block in
            context.perform {
                outcome = Result { try block() }
                done.signal()
            }
            done.wait()
            // The queue lets the block go before the closure may end.
            context.performAndWait {}
        }
        try outcome!.get()
    }
}

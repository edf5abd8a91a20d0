import CoreData
import Execution
import Foundation
import RandomPrograms
import Testing

/// The programs of `ContextProgramTests` in virtual time, each step on its context's queue and
/// beside two readers, over many interleavings: the overlaps follow from a seed.
///
///     program's contexts              two readers, one of them nested
///     step 1, on its queue     ∥      fetch all, read every value, follow relationships
///     step 2, on another one   ∥      …
///     …                               stop
@Suite(.timeLimit(.minutes(30)), .serialized) struct ContextProgramInterleavingTests {
    private static let programs: UInt64 = 300
    private static let interleavings: [UInt64] = [0, 1, 2, 3]

    @Test(arguments: interleavings)
    func `Programs do the same beside readers, in whatever order`(interleaving: UInt64) throws {
        var failures = 0
        for block in ProgramSeeds.all(Self.programs).chunks(of: 50) {
            // A seed's interleaving of its own: 50 programs share a store, as their readers do.
            let seed = interleaving == 0 ? 0 : interleaving << 32 | block[0]
            let execution = VirtualExecution(seed: block[0], interleaving: seed)
            let reports = Reports()
            try execution.run {
                let store = try ProgramStore()
                execution.detach { Self.run(block, store, execution, reports) }
            }
            for report in reports.texts { Issue.record("interleaving \(seed): \(report)") }
            #expect(reports.rowsRead > 0)
            failures += reports.texts.count
            if failures >= 3 { break }
        }
        #expect(failures == 0)
    }

    /// The reports of the threads of virtual time, one at a time.
    private final class Reports: @unchecked Sendable {
        var texts: [String] = []
        var rowsRead = 0
        var isDone = false
    }

    private static func run(
        _ seeds: [UInt64], _ store: ProgramStore, _ execution: VirtualExecution,
        _ reports: Reports
    ) {
        let coordinator = store.coordinator
        let ended = execution.makeSemaphore(label: "readers", value: 0, cause: .waitForContext)
        for isNested in [false, true] {
            execution.detach {
                ProgramReader(coordinator, isNested: isNested)
                    .read(until: { reports.isDone }, didRead: { reports.rowsRead += 1 })
                ended.signal()
            }
        }
        for seed in seeds {
            let check = ProgramCheck(
                seed: seed, store: store,
                perform: { try onItsQueue($0, $1, execution) })
            if let report = check.report() { reports.texts.append(report) }
        }
        reports.isDone = true
        for _ in 0..<2 { ended.wait() }
    }

    /// Enqueued, and waited for.
    private static func onItsQueue(
        _ context: NSManagedObjectContext, _ block: () throws -> Void,
        _ execution: VirtualExecution
    ) throws {
        var outcome: Result<Void, any Error>?
        let done = execution.makeSemaphore(label: "a step", value: 0, cause: .waitForContext)
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

extension Array {
    fileprivate func chunks(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}

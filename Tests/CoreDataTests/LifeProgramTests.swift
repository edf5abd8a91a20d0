import CoreData
import Execution
import Foundation
import RandomPrograms
import Testing

/// Random programs about life and identity, against a model of the documented rules: in virtual
/// time, over interleavings beside readers, and on the process's main thread.
///
/// A failure shows the rule, the seed and the shortest program that still breaks it;
/// `LAB_TEST_SEED=<seed> swift test --filter LifeProgramTests` repeats it, and with
/// `LAB_TEST_TRACE=1` prints every step before it is taken.
@Suite(.timeLimit(.minutes(30)), .serialized) struct LifeProgramTests {
    private static let programs: UInt64 = 10_000
    private static let besideReaders: UInt64 = 300

    @Test func `Ten thousand programs find one object a row, and hear of it once`() throws {
        var failures = LifeFailures()
        let seeds = ProgramSeeds.all(Self.programs)
        // A store for a hundred: its keys and caches go on from one program to the next.
        for block in seeds.blocks(of: 100) {
            try Self.inVirtualTime(block[0], interleaving: 0) { stage, store in
                for seed in block {
                    failures.note(LifeCheck(seed: seed, store: store, stage: stage))
                }
            }
        }
        #expect(failures.counts == [:])
    }

    @Test(arguments: [0, 1, 2, 3, 4] as [UInt64])
    func `Programs find the same beside readers, in whatever order`(interleaving: UInt64) throws {
        var failures = LifeFailures()
        var rowsRead = 0
        for block in ProgramSeeds.all(Self.besideReaders).blocks(of: 50) {
            let seed = interleaving == 0 ? 0 : interleaving << 32 | block[0]
            try Self.inVirtualTime(block[0], interleaving: seed) { stage, store in
                stage.readCoordinator = store.coordinator
                for seed in block {
                    failures.note(LifeCheck(seed: seed, store: store, stage: stage))
                }
                rowsRead += stage.rowsRead
            }
        }
        #expect(rowsRead > 0)
        #expect(failures.counts == [:])
    }

    private static func inVirtualTime(
        _ seed: UInt64, interleaving: UInt64,
        _ body: (VirtualLifeStage, LifeStore) throws -> Void
    ) throws {
        let execution = VirtualExecution(
            seed: seed, interleaving: interleaving,
            onDeadlock: { fatalError("\($0)\n\(LifeTrap.description)") })
        try Executions.$current.withValue(execution) {
            try body(VirtualLifeStage(execution), try LifeStore())
        }
    }
}

extension Array {
    fileprivate func blocks(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}

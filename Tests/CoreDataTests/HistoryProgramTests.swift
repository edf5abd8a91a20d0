import CoreData
import Execution
import Foundation
import RandomPrograms
import Testing

/// Random programs over history and query generations, in several orders of virtual time.
///
///     LAB_TEST_SEED=4711 swift test --filter HistoryProgram
@Suite(.timeLimit(.minutes(30)), .serialized) struct HistoryProgramTests {
    private static let programs: UInt64 = 40
    private static let interleavings: [UInt64] = [0, 1, 2, 3]

    @Test(arguments: interleavings)
    func `No token is lost, each change is told once, and no pinned reader sees half a save`(
        interleaving: UInt64
    ) throws {
        var told = 0, purged = 0, statesRead = 0
        for seed in ProgramSeeds.all(Self.programs) {
            let order = interleaving == 0 ? 0 : interleaving << 32 | seed
            let execution = VirtualExecution(seed: seed, interleaving: order)
            let program = try execution.run { try HistoryProgram(seed: seed, execution) }
            try execution.run { execution.detach { program.run() } }
            for failure in program.failures {
                Issue.record(
                    """
                    \(failure)
                    interleaving \(interleaving); LAB_TEST_SEED=\(seed) swift test --filter \
                    HistoryProgram
                    """)
            }
            guard program.failures.isEmpty else { break }
            told += program.told
            purged += program.purged
            statesRead += program.statesRead
            execution.close()
        }
        // It was a test of something.
        #expect(told > 0)
        #expect(purged > 0)
        #expect(statesRead > 0)
    }
}

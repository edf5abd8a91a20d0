import CoreData
import Execution
import Foundation
import RandomPrograms
import Testing

/// Random programs over values that lie in files, of two coordinators on one store.
///
///     LAB_TEST_SEED=4711 swift test --filter PhotoProgram
@Suite(.timeLimit(.minutes(30)), .serialized) struct PhotoProgramTests {
    private static let programs: UInt64 = 24
    private static let steps = 25

    @Test func `No row loses its file, no reader its value, and no file stays without a row`()
        throws
    {
        var outlived = 0
        for seed in ProgramSeeds.all(Self.programs) {
            let execution = VirtualExecution(seed: seed)
            let failure = try execution.run { () -> String? in
                let program = try PhotoProgram(seed: seed)
                for step in 0..<Self.steps {
                    if let first = try program.step().first { return "step \(step): \(first)" }
                }
                outlived += program.outlived
                return try program.end().first
            }
            execution.close()
            if let failure {
                Issue.record("\(failure); LAB_TEST_SEED=\(seed) swift test --filter PhotoProgram")
                break
            }
        }
        // It was a test of something.
        #expect(outlived > 0)
    }
}

import CoreData
import Foundation
import RandomPrograms
import Testing

/// Random programs over two to four contexts, compared with a model of the documented rules.
///
/// The contexts are nested or side by side. A failure shows the seed and the shortest program that
/// still fails; `LAB_TEST_SEED=<seed> swift test --filter ContextProgramTests` repeats it, and with
/// `LAB_TEST_TRACE=1` prints every step before it is taken.
@Suite(.timeLimit(.minutes(30)), .serialized) struct ContextProgramTests {
    private static let programs: UInt64 = 10_000

    @Test func `Ten thousand programs do what the documented rules say`() throws {
        let store = try ProgramStore()
        var failures = 0
        for seed in ProgramSeeds.all(Self.programs) {
            guard let report = ProgramCheck(seed: seed, store: store).report() else { continue }
            Issue.record("\(report)")
            failures += 1
            if failures == 3 { break }
        }
        #expect(failures == 0)
    }

    @Test func `A program that differs is shown without the steps that do not matter`() {
        let program = Program(
            contexts: [Program.Context(parent: nil, isAutomatic: false)],
            usesPermanentIDs: true,
            steps: (0..<20).map { Program.Step(context: 0, operation: .read($0)) })
        let shrinker = ProgramShrinker { program in
            let read = program.steps.map(\.operation)
            return read.contains(.read(3)) && read.contains(.read(17))
        }
        #expect(shrinker.shrunk(program).steps.map(\.operation) == [.read(3), .read(17)])
    }
}

import CoreData
import Execution
import Foundation
import Testing

/// Random programs about life and identity, in virtual time, against a model of the documented
/// rules. A failure shows the rule, the seed and the shortest program that still breaks it;
/// `LAB_TEST_SEED=<seed> swift test --filter LifeProgramTests` repeats it, and with
/// `LAB_TEST_TRACE=1` tells every step before it is taken.
@Suite(.timeLimit(.minutes(5)), .serialized) struct LifeProgramTests {
    private static let programs: UInt64 = 10_000

    @Test func `Ten thousand programs find one object a row, and hear of it once`() throws {
        var found: [String: Int] = [:]
        let seeds = ProgramSeeds.all(Self.programs)
        for start in stride(from: 0, to: seeds.count, by: 100) {
            let block = seeds[start..<min(start + 100, seeds.count)]
            let execution = VirtualExecution(
                seed: block.first!, onDeadlock: { fatalError("\($0)\n\(LifeTrap.description)") })
            let stage = VirtualLifeStage(execution)
            try Executions.$current.withValue(execution) {
                let store = try LifeStore()
                for seed in block {
                    let check = LifeCheck(seed: seed, store: store, stage: stage)
                    guard let report = check.report(shrinks: false) else { continue }
                    found[report.rule, default: 0] += 1
                    // The first of each kind is enough.
                    guard found[report.rule] == 1, let shrunk = check.report() else { continue }
                    Issue.record("\(shrunk.text)")
                }
            }
        }
        for (rule, count) in found.sorted(by: { $0.value > $1.value }) {
            Issue.record("\(count) programs: \(rule)")
        }
    }
}

import Execution
import RandomPrograms
import Testing

/// The programs of `LifeProgramTests` on real queues: under the thread sanitizer, too, by its name.
@Suite(.timeLimit(.minutes(30))) struct LifeProgramConcurrencyTests {
    @Test func `Programs find the same on the main thread`() throws {
        var failures = LifeFailures()
        let store = try LifeStore()
        let stage = MainThreadLifeStage(Executions.current)
        for seed in ProgramSeeds.all(300) {
            failures.note(LifeCheck(seed: seed, store: store, stage: stage))
        }
        #expect(failures.counts == [:])
    }
}

import Execution
import Testing

@Suite struct WorkCountTests {
    @Test(arguments: Half.allCases)
    func `Work is counted by kind, on the main thread apart from the others`(half: Half) async {
        let journal = Journal<WorkCounts>()
        await half.run { stage in
            let execution = stage.execution
            let before = execution.workCounts
            stage.run(on: execution.mainQueue) {
                execution.charge(.rowsStepped, 3)
                execution.charge(.statements, 1)
            }
            stage.run(on: stage.queue("a")) {
                execution.charge(.rowsStepped, 40)
                // The main thread works for the queue that waits for it.
                execution.mainQueue.sync { execution.charge(.objectsMerged, 5) }
            }
            journal.note(execution.workCounts - before)
        }
        let counts = journal.entries[0]
        #expect(counts[.rowsStepped] == 43)
        #expect(counts.onMainThread(.rowsStepped) == 3)
        #expect(counts[.statements] == 1)
        #expect(counts.onMainThread(.objectsMerged) == 5)
        #expect(counts[.rowsBound] == 0)
    }

    @Test(arguments: Half.allCases)
    func `Queues that work at once lose no count`(half: Half) async {
        let journal = Journal<Int>()
        await half.run { stage in
            let execution = stage.execution
            let done = Journal<Int>()
            for number in 0..<4 {
                stage.queue("\(number)").async {
                    for _ in 0..<2_500 { execution.charge(.rowsBound, 1) }
                    done.note(number)
                }
            }
            stage.until { done.count == 4 }
            journal.note(execution.workCounts[.rowsBound])
        }
        #expect(journal.entries == [10_000])
    }

    @Test func `Each kind of work has a name of its own`() {
        #expect(Set(Work.allCases.map(\.name)).count == Work.allCases.count)
        #expect(!Work.counted.contains(.valuesSet))
    }
}

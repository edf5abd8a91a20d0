import Execution
import Foundation
import Testing

@Suite struct SemaphoreConcurrencyTests {
    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `A semaphore lets in as many as it has, the others in the order of asking`(
        half: Half
    ) async {
        let journal = Journal<Int>()
        let counts = Journal<Int>()
        await half.run { stage in
            let semaphore = stage.execution.makeSemaphore(
                label: "readers", value: 2, cause: .waitForStore)
            semaphore.wait()
            semaphore.wait()
            for index in 1...5 {
                stage.onThread {
                    semaphore.wait()
                    journal.note(index)
                }
                stage.until { stage.execution.currentWaits.count == index }
            }
            counts.note(journal.count)
            for index in 1...5 {
                semaphore.signal()
                stage.until { journal.count == index }
            }
        }
        #expect(counts.entries == [0])
        #expect(journal.entries == [1, 2, 3, 4, 5])
    }

    @Test(arguments: Half.allCases)
    func `A signal before the wait is kept`(half: Half) async {
        let waits = Journal<[Wait]>()
        await half.run { stage in
            let semaphore = stage.execution.makeSemaphore(
                label: "a", value: 0, cause: .waitForStore)
            semaphore.signal()
            semaphore.wait()
            waits.note(stage.execution.currentWaits)
        }
        #expect(waits.entries == [[]])
    }

    @Test func `A semaphore that begins below zero traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = DispatchExecution.shared.makeSemaphore(label: "a", value: -1, cause: .waitForStore)
        }
    }
}

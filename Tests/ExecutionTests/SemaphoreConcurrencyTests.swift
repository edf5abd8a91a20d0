import Execution
import Foundation
import Testing

@Suite struct SemaphoreConcurrencyTests {
    private let execution = DispatchExecution(observer: nil)

    @Test(.timeLimit(.minutes(1)))
    func `A semaphore lets in as many as it has, the others in the order of asking`() async {
        let semaphore = execution.makeSemaphore(label: "readers", value: 2, cause: .waitForStore)
        let journal = Journal<Int>()
        semaphore.wait()
        semaphore.wait()
        for index in 1...5 {
            onThread {
                semaphore.wait()
                journal.note(index)
            }
            await until { execution.currentWaits.count == index }
        }
        #expect(journal.entries.isEmpty)
        for index in 1...5 {
            semaphore.signal()
            await until { journal.count == index }
        }
        #expect(journal.entries == [1, 2, 3, 4, 5])
    }

    @Test func `A signal before the wait is kept`() {
        let semaphore = execution.makeSemaphore(label: "a", value: 0, cause: .waitForStore)
        semaphore.signal()
        semaphore.wait()
        #expect(execution.currentWaits.isEmpty)
    }

    @Test func `A semaphore that begins below zero traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = DispatchExecution.shared.makeSemaphore(label: "a", value: -1, cause: .waitForStore)
        }
    }
}

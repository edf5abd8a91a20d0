import Execution
import Foundation
import Testing

@Suite struct LockConcurrencyTests {
    //   holder        1         2         3 …
    //   ──────        ─         ─         ─
    //   lock
    //                 lock…
    //                           lock…
    //                                     lock…
    //   unlock ─────▶ 1 ──────▶ 2 ──────▶ 3
    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `A lock is granted in the order of asking, and each wait counts`(half: Half) async {
        let journal = Journal<Int>()
        let hasUnlocked = Journal<Int>()
        let waits = Journal<Int>()
        await half.run { stage in
            let lock = stage.lock()
            lock.lock()
            for index in 1...8 {
                stage.onThread {
                    lock.withLock { journal.note(index) }
                    hasUnlocked.note(index)
                }
                stage.until { stage.execution.currentWaits.count == index }
            }
            lock.unlock()
            // Who locks a free lock does not wait; the last to note still holds it.
            stage.until { hasUnlocked.count == 8 && stage.execution.currentWaits.isEmpty }
            stage.until { stage.execution.workCounts[.waitsBegun] >= 8 }
            lock.withLock {}
            waits.note(stage.execution.workCounts[.waitsBegun])
        }
        #expect(journal.entries == Array(1...8))
        #expect(waits.entries == [8])
    }

    //   greedy                  patient
    //   ──────                  ───────
    //   lock
    //                           lock… (waits)
    //   unlock ───────────────▶ is the holder from here on, though its thread still wakes
    //   lock…  ◀── we are here: behind the patient one, and not "locked twice"
    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `Who unlocks and locks again waits behind those who wait`(half: Half) async {
        let orders = Journal<[String]>()
        await half.run { stage in
            for _ in 0..<100 { orders.note(Self.orderOfGreedyAndPatient(stage)) }
        }
        #expect(orders.count == 100)
        #expect(Set(orders.entries) == [["patient", "greedy"]])
    }

    private static func orderOfGreedyAndPatient(_ stage: Half.Stage) -> [String] {
        let journal = Journal<String>()
        let lock = stage.lock()
        let isHeld = Journal<Bool>()
        let isWaiting = Journal<Bool>()
        stage.onThread {
            lock.lock()
            isHeld.note(true)
            stage.until { isWaiting.count == 1 }
            lock.unlock()
            lock.lock()
            journal.note("greedy")
            lock.unlock()
        }
        stage.until { isHeld.count == 1 }
        stage.onThread {
            lock.lock()
            journal.note("patient")
            lock.unlock()
        }
        stage.until { stage.execution.currentWaits.count == 1 }
        isWaiting.note(true)
        stage.until { journal.count == 2 }
        return journal.entries
    }

    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `A lock excludes, however many ask`(half: Half) async {
        let sum = Journal<Int>()
        await half.run { stage in
            let lock = stage.lock()
            nonisolated(unsafe) var count = 0
            let done = Journal<Int>()
            for index in 0..<8 {
                stage.onThread {
                    for _ in 0..<500 {
                        lock.withLock {
                            let before = count
                            stage.execution.interaction()
                            count = before + 1
                        }
                    }
                    done.note(index)
                }
            }
            stage.until { done.count == 8 }
            sum.note(lock.withLock { count })
        }
        #expect(sum.entries == [4000])
    }

    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `A contended wait is told with who waits, for what, and who holds it`(
        half: Half
    ) async {
        let observer = RecordingObserver()
        let waits = Journal<Wait?>()
        await half.run(observer: observer) { stage in
            let lock = stage.lock()
            let holder = stage.queue("importer")
            let waiter = stage.queue("ui")
            let isHeld = Journal<Bool>()
            let mayEnd = Journal<Bool>()
            holder.async {
                lock.lock()
                isHeld.note(true)
                stage.until { mayEnd.count == 1 }
                lock.unlock()
            }
            stage.until { isHeld.count == 1 }
            waiter.async { lock.withLock {} }
            stage.until { !stage.execution.currentWaits.isEmpty }
            waits.note(stage.execution.currentWaits.first)
            mayEnd.note(true)
            stage.until { !observer.waits.isEmpty && stage.execution.currentWaits.isEmpty }
        }
        let wait = waits.entries[0]
        #expect(wait?.waiter == "ui")
        #expect(wait?.resource == "coordinator")
        #expect(wait?.holder == "importer")
        #expect(wait?.cause == .waitForCoordinator)
        #expect(
            observer.waits == [
                .waited(
                    .waitForCoordinator, waiter: "ui", resource: "coordinator", holder: "importer")
            ])
    }

    @Test(arguments: Half.allCases)
    func `An uncontended lock leaves no trace`(half: Half) async {
        let observer = RecordingObserver()
        await half.run(observer: observer) { stage in
            let lock = stage.lock()
            for _ in 0..<100 { lock.withLock {} }
            precondition(stage.execution.currentWaits.isEmpty)
        }
        #expect(observer.waits.isEmpty)
    }

    @Test func `Locking twice on one thread traps`() async {
        await #expect(processExitsWith: .failure) {
            let lock = DispatchExecution.shared.makeLock(label: "a", cause: .waitForStore)
            lock.lock()
            lock.lock()
        }
    }

    //   background              main
    //   ──────────              ────
    //   lock
    //   main.sync ────────────▶ lock ◀── we are here: another thread, the same chain
    @Test func `Locking twice in one chain traps, on whatever thread`() async {
        await #expect(processExitsWith: .failure) {
            let execution = DispatchExecution.shared
            let lock = execution.makeLock(label: "a", cause: .waitForStore)
            let background = execution.makeQueue(label: "background", cause: .waitForContext)
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                background.async {
                    lock.lock()
                    execution.mainQueue.sync { lock.lock() }
                    continuation.resume()
                }
            }
        }
    }

    @Test func `Unlocking what nobody holds traps`() async {
        await #expect(processExitsWith: .failure) {
            DispatchExecution.shared.makeLock(label: "a", cause: .waitForStore).unlock()
        }
    }
}

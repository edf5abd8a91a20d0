import Execution
import Foundation
import Testing

@Suite struct LockConcurrencyTests {
    private let observer = RecordingObserver()
    private let execution: DispatchExecution
    private let lock: any ExecutionLock

    init() {
        execution = DispatchExecution(observer: observer)
        lock = execution.makeLock(label: "coordinator", cause: .waitForCoordinator)
    }

    //   holder        1         2         3 …
    //   ──────        ─         ─         ─
    //   lock
    //                 lock…
    //                           lock…
    //                                     lock…
    //   unlock ─────▶ 1 ──────▶ 2 ──────▶ 3
    @Test(.timeLimit(.minutes(1)))
    func `A lock is granted in the order of asking`() async {
        let journal = Journal<Int>()
        lock.lock()
        for index in 1...8 {
            onThread { [lock] in lock.withLock { journal.note(index) } }
            await until { execution.currentWaits.count == index }
        }
        lock.unlock()
        await until { journal.count == 8 }
        #expect(journal.entries == Array(1...8))
        await until { execution.currentWaits.isEmpty }
    }

    //   greedy                  patient
    //   ──────                  ───────
    //   lock
    //                           lock… (waits)
    //   unlock ───────────────▶ is the holder from here on, though its thread still wakes
    //   lock…  ◀── we are here: behind the patient one, and not "locked twice"
    @Test(.timeLimit(.minutes(1)))
    func `Who unlocks and locks again waits behind those who wait`() async {
        for _ in 0..<200 {
            let journal = Journal<String>()
            let lock = lock
            let isHeld = Journal<Bool>()
            let isWaiting = Journal<Bool>()
            onThread {
                lock.lock()
                isHeld.note(true)
                while isWaiting.count == 0 { Thread.sleep(forTimeInterval: 0.0001) }
                lock.unlock()
                lock.lock()
                journal.note("greedy")
                lock.unlock()
            }
            await until { isHeld.count == 1 }
            onThread {
                lock.lock()
                journal.note("patient")
                lock.unlock()
            }
            await until { execution.currentWaits.count == 1 }
            isWaiting.note(true)
            await until { journal.count == 2 }
            #expect(journal.entries == ["patient", "greedy"])
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `A lock excludes, however many ask`() async {
        let lock = lock
        nonisolated(unsafe) var count = 0
        let done = Journal<Int>()
        for index in 0..<8 {
            onThread {
                for _ in 0..<500 { lock.withLock { count += 1 } }
                done.note(index)
            }
        }
        await until { done.count == 8 }
        #expect(lock.withLock { count } == 4000)
    }

    @Test(.timeLimit(.minutes(1)))
    func `A contended wait is told with who waits, for what, and who holds it`() async {
        let holder = execution.makeQueue(label: "importer", cause: .waitForContext)
        let waiter = execution.makeQueue(label: "ui", cause: .waitForContext)
        let isHeld = Journal<Bool>()
        let mayEnd = Journal<Bool>()
        holder.async { [lock] in
            lock.lock()
            isHeld.note(true)
            while mayEnd.count == 0 { Thread.sleep(forTimeInterval: 0.001) }
            lock.unlock()
        }
        await until { isHeld.count == 1 }
        waiter.async { [lock] in lock.withLock {} }
        await until { !execution.currentWaits.isEmpty }
        let wait = execution.currentWaits.first
        #expect(wait?.waiter == "ui")
        #expect(wait?.resource == "coordinator")
        #expect(wait?.holder == "importer")
        #expect(wait?.cause == .waitForCoordinator)
        mayEnd.note(true)
        await until { !observer.waits.isEmpty }
        #expect(
            observer.waits == [
                .waited(
                    .waitForCoordinator, waiter: "ui", resource: "coordinator", holder: "importer")
            ])
        await until { execution.currentWaits.isEmpty }
    }

    @Test func `An uncontended lock leaves no trace`() {
        for _ in 0..<100 { lock.withLock {} }
        #expect(observer.waits.isEmpty)
        #expect(execution.currentWaits.isEmpty)
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

import Execution
import Foundation
import Testing

/// Timers on the real clock.
///
/// The tests check only rules that hold however late the machine is.
@Suite struct TimerConcurrencyTests {
    private let execution = DispatchExecution(observer: nil)
    private let queue: any ExecutionQueue

    init() {
        queue = execution.makeQueue(label: "a", cause: .waitForContext)
    }

    @Test(.timeLimit(.minutes(30)))
    func `A timer without an interval fires once, not before it is due`() async {
        let due = execution.now + .milliseconds(20)
        let journal = Journal<(due: Instant, at: Instant)>()
        let timer = execution.makeTimer(on: queue, at: due, every: nil) { [execution] instant in
            journal.note((instant, execution.now))
        }
        await until { journal.count == 1 }
        try? await Task.sleep(for: .milliseconds(60))
        #expect(journal.count == 1)
        #expect(journal.entries.first?.due == due)
        #expect(journal.entries.allSatisfy { $0.at >= due })
        timer.cancel()
    }

    @Test(.timeLimit(.minutes(30)))
    func `A repeating timer is due on its grid`() async {
        let first = execution.now + .milliseconds(5)
        let step = Duration.milliseconds(10)
        let journal = Journal<Instant>()
        let timer = execution.makeTimer(on: queue, at: first, every: step) { journal.note($0) }
        await until { journal.count >= 8 }
        timer.cancel()
        let dues = journal.entries.map { ($0 - first).wholeNanoseconds }
        for due in dues { #expect(due.isMultiple(of: step.wholeNanoseconds)) }
        #expect(dues == dues.sorted() && Set(dues).count == dues.count)
    }

    //   due   0   10   20   30   40   50
    //   queue ██████████ busy ████████│
    //   fired     1st, waits ─────────▶ handled once; those due while it waited are dropped
    @Test(.timeLimit(.minutes(30)))
    func `Firings that come due while one waits are dropped`() async {
        let journal = Journal<Instant>()
        let isBusy = Journal<Bool>()
        let mayEnd = Journal<Bool>()
        queue.async {
            isBusy.note(true)
            while mayEnd.count == 0 { Thread.sleep(forTimeInterval: 0.001) }
        }
        await until { isBusy.count == 1 }
        let first = execution.now
        let step = Duration.milliseconds(10)
        let timer = execution.makeTimer(on: queue, at: first, every: step) { journal.note($0) }
        try? await Task.sleep(for: .milliseconds(100))
        #expect(journal.count == 0)
        let released = execution.now
        mayEnd.note(true)
        await until { journal.count >= 3 }
        timer.cancel()
        let entries = journal.entries
        #expect(entries[0] == first)
        // Without the drop the third would be due at 20 ms. The second may have fired before the
        // release, on a thread that lost its core until after it.
        #expect(entries[2] > released - step)
    }

    //   timers' thread is kept from running for 50 ms: Dispatch reports one firing with a count.
    //   Firings after it must be due on time, not five steps late for ever.
    @Test(.timeLimit(.minutes(30)))
    func `Firings that Dispatch merges do not make later ones look late`() async {
        let journal = Journal<(due: Instant, at: Instant)>()
        let queue = StallingQueue(onCall: 3, for: 0.05)
        let step = Duration.milliseconds(5)
        let timer = execution.makeTimer(on: queue, at: execution.now, every: step) {
            [execution] due in journal.note((due, execution.now))
        }
        // The least late of them shows the timer without interference by the machine.
        await until {
            journal.entries.dropFirst(4).contains { $0.at - $0.due < .milliseconds(20) }
        }
        timer.cancel()
    }

    @Test(.timeLimit(.minutes(30)))
    func `A timer that begins in the past goes on in step with the present`() async {
        let first = execution.now - .milliseconds(95)
        let step = Duration.milliseconds(10)
        let journal = Journal<(due: Instant, at: Instant)>()
        let timer = execution.makeTimer(on: queue, at: first, every: step) { [execution] due in
            journal.note((due, execution.now))
        }
        // The least late of them shows the timer without interference by the machine.
        await until { journal.entries.dropFirst().contains { $0.at - $0.due < step } }
        timer.cancel()
    }

    @Test(.timeLimit(.minutes(30)))
    func `A cancelled timer does not fire`() async {
        var journal: Journal<Instant>
        var due: Instant
        // Again where this thread lost its core for so long that it was due before the cancelling.
        repeat {
            let own = Journal<Instant>()
            journal = own
            due = execution.now + .milliseconds(30)
            let timer = execution.makeTimer(on: queue, at: due, every: .milliseconds(5)) {
                own.note($0)
            }
            timer.cancel()
        } while execution.now >= due
        try? await Task.sleep(for: .milliseconds(80))
        #expect(journal.count == 0)
    }

    @Test(.timeLimit(.minutes(30)))
    func `A timer that fired and waits does not run once it is cancelled`() async {
        let journal = Journal<Instant>()
        let isBusy = Journal<Bool>()
        let mayEnd = Journal<Bool>()
        queue.async {
            isBusy.note(true)
            while mayEnd.count == 0 { Thread.sleep(forTimeInterval: 0.001) }
        }
        await until { isBusy.count == 1 }
        let timer = execution.makeTimer(on: queue, at: execution.now, every: nil) {
            journal.note($0)
        }
        try? await Task.sleep(for: .milliseconds(30))
        timer.cancel()
        mayEnd.note(true)
        queue.sync {}
        #expect(journal.count == 0)
    }

    @Test(.timeLimit(.minutes(30)))
    func `A timer lasts though nobody keeps it`() async {
        let journal = Journal<Instant>()
        _ = execution.makeTimer(
            on: queue, at: execution.now + .milliseconds(20), every: .milliseconds(5)
        ) { journal.note($0) }
        await until { journal.count >= 3 }
    }
}

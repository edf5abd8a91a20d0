import Foundation
import Glibc

/// A thread outside of every queue that ticks at an interval and reports the lateness of each tick.
///
/// The machine's noise is the lateness of one that ticks each millisecond and does nothing; a
/// watchdog observes the queues from such a thread without waiting in any. It is real time only:
/// the engine, topologies and workloads do not use it.
package final class IdleThread: Sendable {
    /// One tick.
    package struct Tick: Sendable {
        /// When it was due.
        package var due: Instant
        /// The thread's lateness: the timer slack of a thread, 50 µs, on an idle machine, and the
        /// time that others took beyond that.
        package var lateness: Duration
    }

    /// The state that the thread and `stop` share, behind a condition whose clock is the monotonic
    /// one.
    private final class Gate: @unchecked Sendable {
        // Protected by `mutex`.
        private var isStopped = false
        private var hasEnded = false
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

        init() {
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_mutex_init(mutex, nil)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        }

        deinit {
            pthread_cond_destroy(condition)
            pthread_mutex_destroy(mutex)
            condition.deallocate()
            mutex.deallocate()
        }

        /// Waits for an instant; `false` when the thread was stopped before it.
        func wait(until instant: Instant) -> Bool {
            var time = timespec(
                tv_sec: Int(instant.nanoseconds / 1_000_000_000),
                tv_nsec: Int(instant.nanoseconds % 1_000_000_000))
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            // A condition also wakes without a signal: only the time or the flag ends the wait.
            while !isStopped {
                if pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT {
                    return !isStopped
                }
            }
            return false
        }

        func end() {
            pthread_mutex_lock(mutex)
            hasEnded = true
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }

        func stop(andWait waits: Bool) {
            pthread_mutex_lock(mutex)
            isStopped = true
            pthread_cond_broadcast(condition)
            while waits, !hasEnded { pthread_cond_wait(condition, mutex) }
            pthread_mutex_unlock(mutex)
        }
    }

    private let gate = Gate()
    // Set once in `init`, before another thread can have the object.
    nonisolated(unsafe) private var thread: Thread!

    /// Starts the thread; the first tick is due one interval from now.
    ///
    /// Ticks that come due while one runs, or while the machine has no time for the thread, are
    /// dropped, and add to the lateness of the next. The thread lives until `stop`, or until the
    /// object is released.
    ///
    /// - Precondition: `interval` > 0. `tick` is short and waits for no queue.
    package init(
        label: String, every interval: Duration, _ tick: @escaping @Sendable (Tick) -> Void
    ) {
        let step = interval.wholeNanoseconds
        precondition(
            step > 0, "“\(label)” cannot tick every \(interval); give it an interval above 0")
        let first = ThreadClock.monotonic + interval
        thread = Thread { [gate] in
            var due = first
            while gate.wait(until: due) {
                let now = ThreadClock.monotonic
                tick(Tick(due: due, lateness: now - due))
                let behind = ThreadClock.monotonic.nanoseconds - due.nanoseconds
                due.nanoseconds += (max(0, behind) / step + 1) * step
            }
            gate.end()
        }
        thread.name = label
        thread.start()
    }

    deinit {
        gate.stop(andWait: false)
    }

    /// Ends the thread and returns when the last tick is done.
    ///
    /// The caller may then read everything that the ticks wrote. Called from a tick, it returns at
    /// once and that tick is the last. Calling it again does nothing.
    package func stop() {
        gate.stop(andWait: Thread.current !== thread)
    }
}

/// The place and time of code: queues, locks, semaphores, timers and the clock.
///
/// The engine, the topologies and the workloads get all of these from an `Execution` and wait only
/// through it. They cannot distinguish its two halves: `DispatchExecution`, and `VirtualExecution`
/// in virtual time. An object captures `Executions.current` when it is created and never reads it
/// again; objects of two executions must not be joined.
package protocol Execution: AnyObject, Sendable {
    /// The present moment. On Dispatch: 22 ns.
    var now: Instant { get }

    /// The time of day for what is written into stores, in seconds since 2001-01-01, UTC.
    ///
    /// Virtual time begins at that date, so that two runs write the same bytes.
    var secondsSince2001: Double { get }

    /// The queue of the process's main thread.
    var mainQueue: any ExecutionQueue { get }

    /// The queue whose block the caller runs in, the innermost one; `nil` outside of any.
    var currentQueue: (any ExecutionQueue)? { get }

    /// The observer of blocks, spans and waits, fixed at creation; `nil` without a measurement.
    var observer: (any ExecutionObserver)? { get }

    /// The waits that last at this moment, in the order in which they began.
    var currentWaits: [Wait] { get }

    /// Sixty-four random bits, for identifiers: the system's here, the seed's in virtual time.
    func randomBits() -> UInt64

    /// Makes a private serial queue. `cause` classifies the waits for it.
    func makeQueue(label: String, cause: Cause) -> any ExecutionQueue

    /// Makes a first-in-first-out, non-recursive lock. `cause` classifies the waits for it.
    func makeLock(label: String, cause: Cause) -> any ExecutionLock

    /// Makes a first-in-first-out counting semaphore.
    ///
    /// - Precondition: `value` ≥ 0.
    func makeSemaphore(label: String, value: Int, cause: Cause) -> any ExecutionSemaphore

    /// Runs `handler` on `queue` at `instant`, and then every `interval` if one is given.
    ///
    /// The handler gets the instant at which it was due. At most one firing is pending: one that
    /// comes due before the previous one has begun is dropped, as a display drops a frame.
    func makeTimer(
        on queue: any ExecutionQueue, at instant: Instant, every interval: Duration?,
        _ handler: @escaping @Sendable (Instant) -> Void
    ) -> any ExecutionTimer

    /// Whether the caller runs on the main queue's thread, so that its time is the main queue's.
    var isOnMainThread: Bool { get }

    /// Whether `charge` moves the clock: work that takes time to count is counted only then.
    var chargesWork: Bool { get }

    /// Counts `count` units of `work`, and advances virtual time by their cost.
    ///
    /// No other thread runs meanwhile: code that uses shared state calls `interaction`, a lock or a
    /// queue first. On Dispatch work takes its own time, and counting it about 10 ns.
    func charge(_ work: Work, _ count: Int)

    /// All work that was charged so far.
    ///
    /// On Dispatch other threads go on meanwhile.
    var workCounts: WorkCounts { get }

    /// Advances virtual time by a call to a file that moves these bytes; other threads run before
    /// and after.
    func io(_ kind: IOKind, bytes: Int)

    /// Keeps the calling thread's core busy for a time; 0 and less return at once.
    func occupyCore(for duration: Duration)

    /// Lets threads run that come earlier in virtual time, before the caller reads or changes
    /// shared state.
    func interaction()

    /// Waits for a time; 0 and less return at once.
    func sleep(for duration: Duration)

    /// Runs an asynchronous body later, as a task without a waiting caller.
    func startTask(_ body: @escaping @Sendable () async -> Void)
}

/// A serial queue.
///
/// Blocks run one at a time, in the order in which they came.
package protocol ExecutionQueue: AnyObject, Sendable {
    /// The queue's identity, which no other queue of the process ever has.
    var id: QueueID { get }

    /// The queue's name in waits and figures; a context's name, once it has one.
    var label: String { get set }

    /// Whether the caller's logical chain holds the queue: the caller runs in one of its blocks, or
    /// in a block that such a one waits for, on any thread.
    var isCurrent: Bool { get }

    /// Enqueues a block and returns.
    func async(_ block: @escaping () -> Void)

    /// Runs a block and returns when it is done; at once, on the spot, when `isCurrent`.
    func sync(_ block: () -> Void)
}

extension ExecutionQueue {
    /// Runs a block as `sync` does, and hands its value or error on.
    ///
    /// Inlinable, as the next ones are: specialised in the engine, it makes no generic calls. Not
    /// specialised, an optional or a result of `T` would ask the runtime for its type each time:
    /// 1,500 of the instructions of a save.
    @inlinable
    package func sync<T>(_ block: () throws -> T) rethrows -> T {
        func run(_ rethrow: (any Error) throws -> Never) rethrows -> T {
            try withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { place in
                var failure: (any Error)?
                sync { () -> Void in
                    do {
                        place.initializeElement(at: 0, to: try block())
                    } catch {
                        failure = error
                    }
                }
                if let failure { try rethrow(failure) }
                return place.moveElement(from: 0)
            }
        }
        return try run { throw $0 }
    }
}

/// A lock that is granted in the order of requests.
///
/// Locking it twice in one chain traps.
package protocol ExecutionLock: AnyObject, Sendable {
    func lock()
    func unlock()
}

extension ExecutionLock {
    /// Runs `body` while the lock is held, and hands its value or error on.
    @inlinable
    package func withLock<T>(_ body: () throws -> T) rethrows -> T {
        lock()
        defer { unlock() }
        return try body()
    }
}

/// A counting semaphore that is granted in the order of asking.
package protocol ExecutionSemaphore: AnyObject, Sendable {
    func wait()
    func signal()
}

/// A timer that lasts until it is cancelled.
package protocol ExecutionTimer: AnyObject, Sendable {
    func cancel()
}

/// An observer of blocks, spans and waits.
///
/// Its calls come on the running thread, and must be short.
package protocol ExecutionObserver: AnyObject, Sendable {
    /// A block of a queue begins that no other block encloses on this thread.
    func blockWillBegin(on queue: any ExecutionQueue)
    /// The block ended. `isIdle`: no other block waits for the queue, so a stretch ends here.
    func blockDidEnd(on queue: any ExecutionQueue, isIdle: Bool)
    /// A span begins on the main thread. Spans nest.
    func spanWillBegin(_ cause: Cause)
    func spanDidEnd(_ cause: Cause)
    /// A contended wait has ended, on any thread.
    func waitDidEnd(_ wait: Wait, at instant: Instant)
}

extension Execution {
    /// The system's time of day.
    package var secondsSince2001: Double { WallClock.secondsSince2001 }

    /// Runs `body`, as a span of `cause` if the main thread is observed.
    @inlinable
    @inline(__always)
    package func span<T>(_ cause: Cause, _ body: () throws -> T) rethrows -> T {
        guard let observer, isOnMainThread else { return try body() }
        observer.spanWillBegin(cause)
        defer { observer.spanDidEnd(cause) }
        return try body()
    }
}

/// The execution that new contexts, coordinators and stacks capture.
package enum Executions {
    /// Dispatch unless a caller binds another: `Executions.$current.withValue(…) { … }`.
    @TaskLocal package static var current: any Execution = DispatchExecution.shared

    /// Traps unless both are one: a context of one clock cannot wait for a context of another.
    package static func requireSame(
        _ left: any Execution, _ right: any Execution, _ what: @autoclosure () -> String
    ) {
        precondition(
            left === right,
            """
            \(what()): the two were created under different executions and cannot wait for each \
            other. Create both inside the same Executions.$current.withValue.
            """)
    }
}

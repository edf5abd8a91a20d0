/// The virtual half of the seam: everything that it does follows from its seeds.
///
/// One simulated thread runs at a time, and only charges, sleeps and waits move the clock: twelve
/// seconds of it pass in some milliseconds. `run` lets it happen. Between runs one thread at a time
/// may use it, as code of the main thread outside of any block; a thread that calls while another
/// runs traps.
///
///     let execution = VirtualExecution(seed: 7)
///     try execution.run { … make contexts, perform, set timers … }   // returns when all is done
package final class VirtualExecution: Execution {
    /// The costs of work and calls to files.
    package let costs: UnitCosts
    let scheduler: VirtualScheduler
    // Set once in `init`, before the execution is shared.
    nonisolated(unsafe) private(set) var virtualMain: VirtualQueue!
    // Protected by the scheduler's baton.
    nonisolated(unsafe) private var random: RandomStream
    nonisolated(unsafe) private var chance: RandomStream
    nonisolated(unsafe) private var spent: Int64 = 0
    nonisolated(unsafe) private var done = WorkCounts()

    /// Makes an execution whose clock stands at zero.
    ///
    /// - Parameters:
    ///   - seed: the seed of `randomBits`.
    ///   - interleaving: the number of one possible order; 0 is the canonical one, in which the
    ///     threads of one instant run in the order in which they came.
    ///   - onDeadlock: receives a deadlock that keeps the run's own thread, so that no run can
    ///     return; the process has to end. Without it the execution traps with the holders and
    ///     waiters.
    package init(
        seed: UInt64, interleaving: UInt64 = 0, costs: UnitCosts = .reference,
        observer: (any ExecutionObserver)? = nil,
        onDeadlock: @escaping @Sendable (VirtualDeadlock) -> Never = {
            fatalError($0.description)
        }
    ) {
        self.costs = costs
        random = RandomStream(seed: seed).keyed("execution")
        chance = RandomStream(seed: seed).keyed("syncs")
            .keyed(Int(truncatingIfNeeded: interleaving))
        scheduler = VirtualScheduler(
            interleaving: interleaving, cores: costs.cores, wake: costs.wakeNanoseconds,
            observer: observer, onDeadlock: onDeadlock)
        virtualMain = VirtualQueue(
            label: "main", cause: .waitForContext, isMain: true, execution: self,
            scheduler: scheduler)
        scheduler.mainQueue = virtualMain
    }

    deinit {
        scheduler.retire()
    }

    package var observer: (any ExecutionObserver)? { scheduler.observer }
    package var mainQueue: any ExecutionQueue { virtualMain }
    package var currentWaits: [Wait] { scheduler.waits.current }
    package var currentQueue: (any ExecutionQueue)? { scheduler.caller?.chain?.queue }

    package var isOnMainThread: Bool {
        guard let thread = scheduler.caller else { return false }
        return thread.chain?.isOnMainThread ?? (thread === scheduler.main)
    }

    /// The calling thread's clock; between runs, when the last one ended.
    package var now: Instant {
        scheduler.withThread { Instant(nanoseconds: $0.time) }
    }

    package var secondsSince2001: Double { Double(now.nanoseconds) / 1e9 }

    package func randomBits() -> UInt64 {
        scheduler.withThread { thread in
            scheduler.digest.add(.random, 0, thread.time)
            return random.next()
        }
    }

    // MARK: Making

    package func makeQueue(label: String, cause: Cause) -> any ExecutionQueue {
        VirtualQueue(
            label: label, cause: cause, isMain: false, execution: self, scheduler: scheduler)
    }

    package func makeLock(label: String, cause: Cause) -> any ExecutionLock {
        VirtualLock(label: label, cause: cause, execution: self, scheduler: scheduler)
    }

    package func makeSemaphore(
        label: String, value: Int, cause: Cause
    ) -> any ExecutionSemaphore {
        VirtualSemaphore(
            label: label, value: value, cause: cause, execution: self, scheduler: scheduler)
    }

    package func makeTimer(
        on queue: any ExecutionQueue, at instant: Instant, every interval: Duration?,
        _ handler: @escaping @Sendable (Instant) -> Void
    ) -> any ExecutionTimer {
        guard let queue = queue as? VirtualQueue else {
            fatalError("a timer's queue is of the timer's own execution; “\(queue.label)” is not")
        }
        let timer = VirtualTimer(
            queue: queue, scheduler: scheduler, first: instant, interval: interval,
            handler: handler)
        scheduler.withThread { thread in
            scheduler.add(.fire(timer), at: max(instant.nanoseconds, thread.time))
        }
        return timer
    }

    // MARK: Taking time

    package var chargesWork: Bool { true }

    package func charge(_ work: Work, _ count: Int) {
        scheduler.withThread { thread in
            spend(costs.nanoseconds(of: work, count: count), on: thread)
            let isOnMain = thread.chain?.isOnMainThread ?? (thread === scheduler.main)
            done.add(work, count, isOnMain: isOnMain)
        }
    }

    package func occupyCore(for duration: Duration) {
        scheduler.withThread { spend(max(0, duration.wholeNanoseconds), on: $0) }
    }

    /// Lets a thread use a core for a time.
    private func spend(_ nanoseconds: Int64, on thread: VirtualThread) {
        thread.time += nanoseconds
        thread.cpu += nanoseconds
        thread.unserved += nanoseconds
        spent += nanoseconds
    }

    /// The processor time of the calling thread, in nanoseconds.
    package var threadCPUNanoseconds: Int64 { scheduler.withThread { $0.cpu } }

    /// The processor time of all threads, in nanoseconds.
    package var processCPUNanoseconds: Int64 { scheduler.withThread { _ in spent } }

    /// How much of a kind of work was charged so far.
    package func amount(of work: Work) -> Int {
        workCounts[work]
    }

    package var workCounts: WorkCounts { scheduler.withThread { _ in done } }

    package func io(_ kind: IOKind, bytes: Int) {
        scheduler.withThread { thread in
            scheduler.yield(thread)
            let nanoseconds = costs.nanoseconds(of: kind, bytes: bytes)
            // A sync waits for the device, and so does who gives space back; the other calls end in
            // the kernel's memory.
            switch kind {
            case .sync:
                thread.time += costs.tail.map { $0.drawn(nanoseconds, by: &chance) } ?? nanoseconds
            case .truncate, .delete:
                spend(nanoseconds, on: thread)
                scheduler.serve(thread)
                thread.time += costs.nanoseconds(freeing: bytes)
            case .open, .read, .write: spend(nanoseconds, on: thread)
            }
            scheduler.digest.add(.io, UInt64(kind.rawValue) << 32 | UInt64(bytes), thread.time)
            scheduler.yield(thread)
        }
    }

    package func interaction() {
        scheduler.withThread(scheduler.yield)
    }

    package func startTask(_ body: @escaping @Sendable () async -> Void) {
        Task(executorPreference: VirtualTaskExecutor(joining: self), operation: body)
    }

    package func sleep(for duration: Duration) {
        scheduler.withThread { thread in
            scheduler.serve(thread)
            thread.time += max(0, duration.wholeNanoseconds)
            scheduler.yield(thread)
        }
    }

    // MARK: Waiting

    /// The name of the innermost queue of a chain, or of a thread without one.
    static func name(of chain: HeldVirtualQueue?) -> String {
        chain?.queue.label ?? "a thread outside any queue"
    }

    /// Waits until the thread's request is granted, and reports the wait.
    func wait(
        _ thread: VirtualThread, for resource: String, cause: Cause, holder: String?,
        on obstacle: any VirtualObstacle
    ) {
        let chain = scheduler.chain(of: thread, main: virtualMain)
        let wait = Wait(
            cause: cause, waiter: Self.name(of: chain), resource: resource, holder: holder,
            began: Instant(nanoseconds: thread.time))
        let ticket = scheduler.waits.add(wait)
        span(cause) { scheduler.block(thread, wait, on: obstacle) }
        scheduler.waits.remove(ticket)
        observer?.waitDidEnd(wait, at: Instant(nanoseconds: thread.time))
        charge(.waitsBegun, 1)
    }
}

import Foundation
import Synchronization

/// Decides which thread runs: one at a time, the earliest in virtual time.
///
///     thread A  ██ yield ─┐                ┌─▶ ██ …          each has a clock of its own;
///     thread B            └─▶ ███ yields ──┘                 the smallest one goes on
///
/// The running thread has the *baton*, and all state here is touched with the baton only. It moves
/// its own clock by its charges, and *yields* before it does anything that others can see: then
/// everything earlier happens first. So no thread sees an effect before its time, however far a
/// clock is ahead (conservative simulation). With a number of cores it gets one for its charges
/// first, and its clock moves on by the wait.
///
/// Not modelled: priorities of other threads than the main one, unfair locks.
final class VirtualScheduler: @unchecked Sendable {
    let observer: (any ExecutionObserver)?
    let waits = WaitBoard()
    private let onDeadlock: @Sendable (VirtualDeadlock) -> Never
    /// Nanoseconds until a sleeping thread goes on.
    let wake: Int64
    /// Whether some thread has the baton.
    private let isTaken = Atomic<Bool>(false)

    // The baton protects the following properties.

    /// The main queue's thread: the thread that runs the execution, or calls it between runs.
    private(set) var main: VirtualThread!
    var digest = VirtualDigest()
    private var agenda = VirtualAgenda()
    /// `nil` if each thread has a core to itself.
    private var cores: VirtualCores?
    private var interleaving: Interleaving
    private var idle: [VirtualThread] = []
    private var blocked: [VirtualThread] = []
    /// Whether the main queue's thread waits for blocks of its queue.
    private(set) var isDraining = false
    private var isMainDue = false
    private var isStopped = false
    private var limit = Int64.max
    /// The latest instant at which a block has ended; neither a run's end nor later events precede
    /// it.
    private var clock: Int64 = 0
    private var end: VirtualRunEnd?
    private var latestYield: Int64 = -1
    private var yieldsAtOnce = 0
    /// Some seconds of real time; an honest program makes some hundred calls at one instant.
    private static let mostYieldsAtOnce = 20_000_000

    init(
        interleaving: UInt64, cores: Int?, wake: Int64, observer: (any ExecutionObserver)?,
        onDeadlock: @escaping @Sendable (VirtualDeadlock) -> Never
    ) {
        self.interleaving = Interleaving(seed: interleaving)
        self.cores = cores.map { VirtualCores(count: $0) }
        self.wake = wake
        self.observer = observer
        self.onDeadlock = onDeadlock
        main = VirtualThread(self)
    }

    // MARK: Callers

    /// Calls `body` with the calling thread as a virtual one: the one that it is, or between runs
    /// the main queue's.
    @inline(__always)
    func withThread<T>(_ body: (VirtualThread) throws -> T) rethrows -> T {
        if let thread = VirtualThread.current, thread.scheduler === self {
            return try body(thread)
        }
        return try asMain(body)
    }

    /// Makes the calling thread the main queue's for the time of `body`.
    func asMain<T>(_ body: (VirtualThread) throws -> T) rethrows -> T {
        guard !isTaken.exchange(true, ordering: .acquiring) else {
            fatalError(
                """
                a thread outside of virtual time called an execution that runs: it would see a \
                clock that is not its own, in an order that no seed repeats. Enqueue on one of \
                the execution's queues, or await under its task executor; Dispatch, Thread, \
                Task.sleep and the main actor leave virtual time
                """)
        }
        let former = VirtualThread.bind(main)
        defer {
            VirtualThread.bind(former)
            isTaken.store(false, ordering: .releasing)
        }
        return try body(main)
    }

    /// The virtual thread that calls; `nil` for a foreign one.
    var caller: VirtualThread? {
        if let thread = VirtualThread.current, thread.scheduler === self { return thread }
        return isTaken.load(ordering: .relaxed) ? nil : main
    }

    /// The chain of a thread, where code of the main queue's thread that is in no block holds the
    /// main queue.
    func chain(of thread: VirtualThread, main queue: VirtualQueue) -> HeldVirtualQueue? {
        if let chain = thread.chain { return chain }
        return thread === main
            ? HeldVirtualQueue(queue: queue, outer: nil, isOnMainThread: true) : nil
    }

    // MARK: Passing the baton

    /// Lets every thread run that comes before this one.
    func yield(_ thread: VirtualThread) {
        serve(thread)
        thread.time += interleaving.nextDelay()
        countYield(at: thread.time)
        let isFirst = agenda.nextTime.map { thread.time < $0 } ?? true
        let mayGoOn = !isDraining || !isStopped && thread.time <= limit
        if isFirst && mayGoOn { return }
        add(.resume(thread), at: thread.time)
        handOver(from: thread)
    }

    /// Lets a thread have a core for what it has done since its last yield.
    ///
    /// Its clock stands where it would with a core to itself, and moves on by the time for which it
    /// waits, or loses its core.
    func serve(_ thread: VirtualThread) {
        guard thread.unserved > 0, cores != nil else { return }
        let nanoseconds = thread.unserved
        thread.unserved = 0
        // No other thread asks for a core before this one is done.
        if cores!.isOneFree, agenda.nextTime.map({ thread.time < $0 }) ?? true { return }
        let began = thread.time - nanoseconds
        if let use = cores!.ask(thread, for: nanoseconds, at: began, isMain: thread === main) {
            add(.leave(use), at: use.end)
        }
        handOver(from: thread)
    }

    /// Ends a thread's use of a core, and lets the next one begin.
    ///
    /// - Returns: the thread, which goes on; `nil` if it had lost the core before.
    private func leave(_ use: VirtualCores.Use) -> VirtualThread? {
        guard cores!.end(use) else { return nil }
        if let next = cores!.beginNext(at: use.end) { add(.leave(next), at: next.end) }
        use.thread.time = use.end
        return use.thread
    }

    /// Finds a loop that waits for others without letting time pass: they never get their turn.
    private func countYield(at time: Int64) {
        if time > latestYield {
            latestYield = time
            yieldsAtOnce = 0
        }
        yieldsAtOnce += 1
        guard yieldsAtOnce < Self.mostYieldsAtOnce else {
            fatalError(
                """
                \(Self.mostYieldsAtOnce) calls were made and the clock still stands at \(time) \
                ns: a loop lets no time pass. Sleep in a loop that waits for other threads, and \
                charge the loop's work
                """)
        }
    }

    func add(_ action: VirtualEvent.Action, at time: Int64) {
        agenda.add(
            VirtualEvent(time: time, sequence: interleaving.nextSequence(), action: action))
    }

    /// Gives the baton to the next thread, and returns when `thread` has it again.
    private func handOver(from thread: VirtualThread) {
        while true {
            if let end = endOfRun {
                self.end = end
                if thread !== main { pass(to: main, from: thread) }
                return
            }
            guard let event = agenda.removeFirst() else { onDeadlock(everybodyWaits) }
            guard let next = perform(event) else { continue }
            if next !== thread { pass(to: next, from: thread) }
            return
        }
    }

    private func pass(to next: VirtualThread, from thread: VirtualThread) {
        next.wake()
        thread.park()
    }

    /// The reason that a run ends here, if its thread is free to return.
    private var endOfRun: VirtualRunEnd? {
        guard isDraining else { return nil }
        if isStopped { return .stopped }
        guard let next = agenda.nextTime else {
            return blocked.isEmpty ? .quiescent : .deadlock(everybodyWaits)
        }
        return next > limit ? .reachedLimit : nil
    }

    /// Lets an event happen, and returns the thread that goes on with it, if any.
    private func perform(_ event: VirtualEvent) -> VirtualThread? {
        switch event.action {
        case .resume(let thread):
            return thread
        case .start(let queue) where queue.isMain:
            guard isDraining else {
                isMainDue = true
                return nil
            }
            return assign(.queue(queue), to: main, at: max(main.time, event.time))
        case .start(let queue):
            return assign(.queue(queue), to: takeIdle(), at: event.time)
        case .detached(let work):
            return assign(.block(work), to: takeIdle(), at: event.time)
        case .leave(let use):
            return leave(use)
        case .fire(let timer):
            timer.fire(at: event.time)
            return nil
        }
    }

    private func assign(
        _ assignment: VirtualThread.Assignment, to thread: VirtualThread, at time: Int64
    ) -> VirtualThread {
        thread.time = time
        thread.unserved = 0
        thread.assignment = assignment
        return thread
    }

    // MARK: Waiting

    /// Waits until `grant` is called for the thread.
    func block(_ thread: VirtualThread, _ wait: Wait, on obstacle: any VirtualObstacle) {
        thread.wait = wait
        thread.obstacle = obstacle
        blocked.append(thread)
        if let deadlock = circle(closedBy: thread) {
            guard isDraining else { onDeadlock(deadlock) }
            // These threads never go on, but the run's own is free to report the deadlock.
            end = .deadlock(deadlock)
            return pass(to: main, from: thread)
        }
        handOver(from: thread)
    }

    /// Lets a thread go on that waits, once it has woken from `time` on.
    func grant(_ thread: VirtualThread, at time: Int64) {
        blocked.removeAll { $0 === thread }
        thread.wait = nil
        thread.obstacle = nil
        thread.time = max(thread.time, time) + wake
        add(.resume(thread), at: thread.time)
    }

    private func circle(closedBy thread: VirtualThread) -> VirtualDeadlock? {
        var waits: [Wait] = []
        var next: VirtualThread? = thread
        while let holder = next, let wait = holder.wait {
            if holder === thread && !waits.isEmpty {
                return VirtualDeadlock(
                    waits: waits, isCircle: true, instant: Instant(nanoseconds: thread.time))
            }
            // A circle further on, which this thread only waits for, was found when it closed.
            if waits.count == blocked.count { return nil }
            waits.append(wait)
            next = holder.obstacle?.holdingThread
        }
        return nil
    }

    private var everybodyWaits: VirtualDeadlock {
        VirtualDeadlock(
            waits: blocked.compactMap(\.wait), isCircle: false,
            instant: Instant(nanoseconds: blocked.map(\.time).max() ?? main.time))
    }

    // MARK: Running

    /// Runs the pending events, the main queue's blocks on this thread, until the run ends.
    func drain(until limit: Int64) -> VirtualRunEnd {
        self.limit = limit
        defer { self.limit = .max }
        while true {
            isDraining = true
            if isMainDue {
                isMainDue = false
                add(.start(mainQueue), at: main.time)
            }
            handOver(from: main)
            isDraining = false
            if let end = end.take() {
                isStopped = false
                if case .reachedLimit = end { clock = max(clock, limit) }
                main.time = max(main.time, clock)
                return end
            }
            _ = performNext(on: main)
        }
    }

    /// The main queue, for `drain`.
    ///
    /// Set once, before the scheduler is shared. The execution owns it, and both end together.
    unowned(unsafe) var mainQueue: VirtualQueue!

    /// Ends the run at its thread's next free moment.
    func stop() {
        isStopped = true
    }

    /// Forgets the pending events and ends the idle threads.
    func close() {
        agenda = VirtualAgenda()
        for thread in idle { thread.wake() }
        idle = []
    }

    /// Ends the threads when the last reference to the execution is gone, on any thread.
    func retire() {
        guard !isTaken.exchange(true, ordering: .acquiring) else { return }
        close()
        isTaken.store(false, ordering: .releasing)
    }

    private func takeIdle() -> VirtualThread {
        if let thread = idle.popLast() { return thread }
        let thread = VirtualThread(self)
        let real = Thread { [self] in
            VirtualThread.bind(thread)
            thread.park()
            while performNext(on: thread) {
                idle.append(thread)
                handOver(from: thread)
            }
            VirtualThread.bind(nil)
        }
        real.name = "virtual time"
        real.start()
        return thread
    }

    /// Performs the thread's assignment; `false` if it has none.
    ///
    /// A function of its own, so that a thread which waits for more keeps nothing of it alive.
    @inline(never)
    private func performNext(on thread: VirtualThread) -> Bool {
        guard let assignment = thread.assignment.take() else { return false }
        switch assignment {
        case .queue(let queue): queue.runFirst(on: thread)
        case .block(let work): work.run()
        }
        clock = max(clock, thread.time)
        return true
    }
}

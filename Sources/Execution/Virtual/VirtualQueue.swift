import Synchronization

/// A serial queue in virtual time.
///
/// Its blocks run on a thread of the scheduler's pool, those of `sync` on the caller's thread, and
/// the main queue's on the thread that runs the execution, for any caller. The scheduler's baton
/// protects all state except the label; that has a lock, because reports read it from outside.
final class VirtualQueue: ExecutionQueue, VirtualObstacle, @unchecked Sendable {
    /// An entry in the queue's line.
    private enum Entry {
        case block(EnqueuedWork, number: Int?)
        /// A thread that runs its own block once it is granted the queue.
        case caller(VirtualThread)
        case handOff(HandOff)
    }

    /// A block that another thread waits for, run on the main queue's.
    private struct HandOff {
        let work: EnqueuedWork
        let caller: VirtualThread
        let chain: HeldVirtualQueue?
        /// Its place among the main queue's blocks.
        let number: Int?
        /// The ticket of the reported wait; `nil` if the queue was free.
        let ticket: Int?
    }

    let id = QueueID()
    let isMain: Bool
    private let name: Mutex<(label: String, digest: UInt64)>
    private let cause: Cause
    private let scheduler: VirtualScheduler
    // A waiting block keeps the queue alive, and the queue keeps its execution alive; the main
    // queue does not, since the execution owns it.
    private let kept: VirtualExecution?
    private unowned let execution: VirtualExecution

    /// Of the main queue.
    private let turns: TurnCounter?
    private var entries = VirtualLine<Entry>()
    /// Whether a thread has the queue: it runs there, or is about to.
    private var isTaken = false
    private var runner: VirtualThread?
    private var runnerLabel: String?
    /// Blocks that were enqueued or asked for and have not ended, the running one among them.
    private var unfinished = 0

    init(
        label: String, cause: Cause, isMain: Bool, execution: VirtualExecution,
        scheduler: VirtualScheduler
    ) {
        name = Mutex((label, VirtualDigest.of(label)))
        self.cause = cause
        self.isMain = isMain
        self.scheduler = scheduler
        self.execution = execution
        kept = isMain ? nil : execution
        turns = isMain ? TurnCounter() : nil
    }

    var label: String {
        get { name.withLock { $0.label } }
        set { name.withLock { $0 = (newValue, VirtualDigest.of(newValue)) } }
    }

    private func note(_ kind: VirtualDigest.Kind, _ thread: VirtualThread) {
        scheduler.digest.add(kind, name.withLock { $0.digest }, thread.time)
    }

    var isCurrent: Bool {
        scheduler.caller.map(isHeld) ?? false
    }

    private func isHeld(by thread: VirtualThread) -> Bool {
        if let chain = thread.chain { return chain.holds(self) }
        return isMain && thread === scheduler.main
    }

    /// The main queue is also waited for while its thread is kept by a call from outside a run.
    var holdingThread: VirtualThread? {
        isMain && !scheduler.isDraining ? scheduler.main : runner
    }

    // MARK: Asking

    func async(_ block: @escaping () -> Void) {
        let work = EnqueuedWork(block)
        scheduler.withThread { thread in
            scheduler.yield(thread)
            note(.async, thread)
            enqueue(work, at: thread.time)
        }
    }

    /// Enqueues without a yield, for events that no thread causes.
    func enqueue(_ work: EnqueuedWork, at time: Int64) {
        unfinished += 1
        enter(.block(work, number: turns?.enqueue()), at: time)
    }

    private func enter(_ entry: Entry, at time: Int64) {
        entries.append(entry)
        guard !isTaken else { return }
        isTaken = true
        scheduler.add(.start(self), at: time + scheduler.wake)
    }

    func sync(_ block: () -> Void) {
        scheduler.withThread { thread in
            if isHeld(by: thread) { return block() }
            scheduler.yield(thread)
            note(.sync, thread)
            if isMain { handOff(block, from: thread) } else { enter(block, on: thread) }
        }
    }

    private func enter(_ block: () -> Void, on thread: VirtualThread) {
        let outer = scheduler.chain(of: thread, main: execution.virtualMain)
        unfinished += 1
        if isTaken {
            entries.append(.caller(thread))
            let wait = wait(of: thread, from: outer)
            let ticket = scheduler.waits.add(wait)
            execution.span(cause) { scheduler.block(thread, wait, on: self) }
            didWait(wait, ticket, at: thread.time)
            execution.charge(.waitsBegun, 1)
        }
        isTaken = true
        let held = HeldVirtualQueue(
            queue: self, outer: outer, isOnMainThread: outer?.isOnMainThread == true)
        run(held, asBlock: thread.chain == nil, on: thread, block)
        giveUp(at: thread.time)
    }

    /// Has the main queue's thread run a block while this one waits.
    private func handOff(_ block: () -> Void, from thread: VirtualThread) {
        let isFree = !isTaken && scheduler.isDraining
        unfinished += 1
        withoutActuallyEscaping(block) { block in
            let wait = wait(of: thread, from: thread.chain)
            let handOff = HandOff(
                work: EnqueuedWork(block), caller: thread, chain: thread.chain,
                number: turns?.enqueue(),
                ticket: isFree ? nil : scheduler.waits.add(wait))
            enter(.handOff(handOff), at: thread.time)
            scheduler.block(thread, wait, on: self)
        }
    }

    private func wait(of thread: VirtualThread, from chain: HeldVirtualQueue?) -> Wait {
        Wait(
            cause: cause, waiter: VirtualExecution.name(of: chain), resource: label,
            holder: runnerLabel ?? label, began: Instant(nanoseconds: thread.time))
    }

    private func didWait(_ wait: Wait, _ ticket: Int, at time: Int64) {
        scheduler.waits.remove(ticket)
        scheduler.observer?.waitDidEnd(wait, at: Instant(nanoseconds: time))
    }

    // MARK: Running

    /// Runs the entry that waits longest.
    ///
    /// - Precondition: the queue is taken for it, and the first entry has no thread of its own.
    func runFirst(on thread: VirtualThread) {
        switch entries.removeFirst() {
        case .block(let work, let number):
            let held = HeldVirtualQueue(queue: self, outer: nil, isOnMainThread: isMain)
            run(held, asBlock: true, on: thread) {
                turns?.charge(number, to: execution)
                work.run()
            }
        case .handOff(let handOff):
            if let ticket = handOff.ticket, let wait = handOff.caller.wait {
                didWait(wait, ticket, at: thread.time)
            }
            let held = HeldVirtualQueue(queue: self, outer: handOff.chain, isOnMainThread: true)
            run(held, asBlock: true, on: thread) {
                turns?.charge(handOff.number, to: execution)
                handOff.work.run()
            }
            scheduler.grant(handOff.caller, at: thread.time)
        case .caller: fatalError("a thread that waits for “\(label)” is granted it, not started")
        }
        giveUp(at: thread.time)
    }

    private func run(
        _ held: HeldVirtualQueue, asBlock: Bool, on thread: VirtualThread, _ block: () -> Void
    ) {
        let observer = asBlock ? scheduler.observer : nil
        let former = thread.chain
        runner = thread
        runnerLabel = held.outer?.queue.label
        thread.chain = held
        note(.begin, thread)
        observer?.blockWillBegin(on: self)
        Executions.$current.withValue(execution, operation: block)
        // A thread that asks for the queue before it is free has to wait, and to be counted.
        scheduler.yield(thread)
        note(.end, thread)
        unfinished -= 1
        observer?.blockDidEnd(on: self, isIdle: unfinished == 0)
        thread.chain = former
        runner = nil
        runnerLabel = nil
    }

    /// Lets the next one have the queue.
    private func giveUp(at time: Int64) {
        switch entries.first {
        case nil: isTaken = false
        case .caller(let thread):
            _ = entries.removeFirst()
            scheduler.grant(thread, at: time)
        case .block, .handOff: scheduler.add(.start(self), at: time)
        }
    }
}

import Foundation
import Glibc

/// A thread of virtual time: a real one that runs only while it has the baton, and a clock.
///
/// Only the holder of the baton touches its state; passing it on, through `turn`, orders the
/// accesses.
final class VirtualThread: @unchecked Sendable {
    /// The next task of a thread of the pool.
    enum Assignment {
        case queue(VirtualQueue)
        case block(EnqueuedWork)
    }

    // The scheduler owns its main thread, and each thread of its pool keeps it alive while it runs.
    unowned(unsafe) let scheduler: VirtualScheduler
    /// The thread's own clock, in nanoseconds; its charges put it ahead of others.
    var time: Int64 = 0
    /// The processor time that the thread has used, in nanoseconds: its charges and its calls to
    /// files, without syncs, sleeps and waits.
    var cpu: Int64 = 0
    /// The part of `cpu` that was spent since the last yield, and for which no core was asked yet.
    var unserved: Int64 = 0
    /// The queue whose block runs here, and the chain of the caller that waits for it.
    var chain: HeldVirtualQueue?
    var assignment: Assignment?
    /// The obstacle of the current wait, and the wait's report.
    var obstacle: (any VirtualObstacle)?
    var wait: Wait?
    private let turn: UnsafeMutablePointer<sem_t>

    init(_ scheduler: VirtualScheduler) {
        self.scheduler = scheduler
        turn = .allocate(capacity: 1)
        let code = sem_init(turn, 0, 0)
        precondition(code == 0, "the system has no semaphore left for a thread (\(errno))")
    }

    deinit {
        sem_destroy(turn)
        turn.deallocate()
    }

    /// Gives the thread the baton.
    func wake() {
        sem_post(turn)
    }

    /// Waits for the baton.
    func park() {
        // A signal of the process interrupts the wait, and passes no baton.
        while sem_wait(turn) == -1 && errno == EINTR {}
    }

    // MARK: The calling thread

    /// The virtual thread that runs on the calling one; `nil` outside of virtual time.
    static var current: VirtualThread? {
        guard let pointer = pthread_getspecific(key) else { return nil }
        return Unmanaged<VirtualThread>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Binds this thread, or none, to the calling one, and returns the former one.
    @discardableResult
    static func bind(_ thread: VirtualThread?) -> VirtualThread? {
        let former = current
        pthread_setspecific(key, thread.map { Unmanaged.passUnretained($0).toOpaque() })
        return former
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let code = pthread_key_create(&key, nil)
        precondition(code == 0, "no thread-local left for virtual time (\(code))")
        return key
    }()
}

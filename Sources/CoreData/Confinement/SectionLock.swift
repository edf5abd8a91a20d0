import Glibc

/// A lock for sections of some tens of instructions that never wait for anything else.
///
/// Not a lock of the execution: no section under it makes a call that could yield. It is a
/// `pthread_mutex_t` in memory of its own, because a lock must not move; 5.5 ns a pair.
struct SectionLock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        mutex = .allocate(capacity: 1)
        let code = pthread_mutex_init(mutex, nil)
        precondition(code == 0, "the system has no memory for another lock (\(code))")
    }

    /// - Precondition: no thread holds the lock or will take it again.
    func destroy() {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inline(__always)
    func lock() {
        pthread_mutex_lock(mutex)
    }

    @inline(__always)
    func unlock() {
        pthread_mutex_unlock(mutex)
    }

    @inline(__always)
    func withLock<T>(_ body: () throws -> T) rethrows -> T {
        lock()
        defer { unlock() }
        return try body()
    }
}

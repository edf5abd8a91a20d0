import Glibc

/// Whether the machine gives this process the threads that it will need.
///
/// Dispatch waits for ever for a thread that the system refuses, without a word: a caller that is
/// about to depend on it asks here first.
package enum ThreadSupply {
    /// The condition that the threads wait for, behind a mutex.
    private final class Gate: @unchecked Sendable {
        // Protected by `mutex`.
        var isOpen = false
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

        init() {
            pthread_mutex_init(mutex, nil)
            pthread_cond_init(condition, nil)
        }

        deinit {
            pthread_cond_destroy(condition)
            pthread_mutex_destroy(mutex)
            condition.deallocate()
            mutex.deallocate()
        }

        func wait() {
            pthread_mutex_lock(mutex)
            while !isOpen { pthread_cond_wait(condition, mutex) }
            pthread_mutex_unlock(mutex)
        }

        func open() {
            pthread_mutex_lock(mutex)
            isOpen = true
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
    }

    /// Starts `count` threads that live at once, and ends them: about 20 µs each.
    ///
    /// - Returns: the system's error number if it refuses one of them; `nil` if it gives all.
    package static func refusal(of count: Int) -> Int32? {
        let gate = Gate()
        var threads: [pthread_t] = []
        var refusal: Int32?
        for _ in 0..<count where refusal == nil {
            var thread = pthread_t()
            // Each thread owns a reference and releases it itself; a refused one cannot.
            let context = Unmanaged.passRetained(gate)
            let code = pthread_create(
                &thread, nil,
                { context in
                    Unmanaged<Gate>.fromOpaque(context!).takeRetainedValue().wait()
                    return nil
                }, context.toOpaque())
            if code == 0 {
                threads.append(thread)
            } else {
                context.release()
                refusal = code
            }
        }
        gate.open()
        for thread in threads { pthread_join(thread, nil) }
        return refusal
    }
}

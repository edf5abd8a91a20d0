import Foundation
import Glibc

/// One link of a logical chain of held queues: whose block runs here, and who waits for it.
///
/// The chain is what makes `sync` re-entrant. It lives in a thread-local, and `sync` to the main
/// queue carries it along to the main thread: a chain background → main → background is seen as
/// one, where a plain thread-local would call the second "background" a stranger and deadlock.
final class HeldQueue {
    unowned let queue: DispatchExecutionQueue
    let outer: HeldQueue?
    let isOnMainThread: Bool

    init(queue: DispatchExecutionQueue, outer: HeldQueue?, isOnMainThread: Bool) {
        self.queue = queue
        self.outer = outer
        self.isOnMainThread = isOnMainThread
    }

    func holds(_ wanted: DispatchExecutionQueue) -> Bool {
        var link: HeldQueue? = self
        while let held = link {
            if held.queue === wanted { return true }
            link = held.outer
        }
        return false
    }

    /// The chain of the calling thread; `nil` outside of every block.
    static var current: HeldQueue? {
        guard let pointer = pthread_getspecific(key) else { return nil }
        return Unmanaged<HeldQueue>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Runs `body` with this link as the calling thread's chain, and puts the former one back.
    func whileHeld(_ body: () -> Void) {
        let former = pthread_getspecific(Self.key)
        pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        defer { pthread_setspecific(Self.key, former) }
        withExtendedLifetime(self, body)
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let code = pthread_key_create(&key, nil)
        precondition(code == 0, "no thread-local left for the chain of held queues (\(code))")
        return key
    }()
}

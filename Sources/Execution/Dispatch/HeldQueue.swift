import Dispatch
import Foundation
import Glibc

/// One link of a logical chain of held queues: the queue whose block runs here, and the link of the
/// caller that waits for it.
///
/// The chain makes `sync` re-entrant. It lives in a thread-local, and `sync` to the main queue
/// carries it along to the main thread. A chain background → main → background is seen as one; a
/// plain thread-local would treat the second "background" as unrelated and deadlock.
final class HeldQueue: Sendable {
    let queue: DispatchExecutionQueue
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

    /// Whether `link` is this one or further out in the chain.
    func includes(_ link: HeldQueue) -> Bool {
        self === link || outer?.includes(link) == true
    }

    /// The chain of the calling thread; `nil` outside of every block.
    static var current: HeldQueue? {
        guard let pointer = pthread_getspecific(key) else { return nil }
        return Unmanaged<HeldQueue>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// The chain of the calling thread.
    ///
    /// Code of the main queue outside of our blocks (an app's own callback, the code before the
    /// loop) holds the main queue.
    static func current(of execution: DispatchExecution) -> HeldQueue? {
        if let current { return current }
        return isMainQueueHere
            ? HeldQueue(queue: execution.main, outer: nil, isOnMainThread: true) : nil
    }

    /// Whether the calling thread runs the main queue, by its queue-specific value; or is the main
    /// thread, which runs nothing else.
    static var isMainQueueHere: Bool {
        isMainThread || DispatchQueue.getSpecific(key: mainMark) != nil
    }

    /// Whether the calling thread is the main one.
    ///
    /// Kept with the thread: Foundation asks the system twice each time, which every save paid.
    private static var isMainThread: Bool {
        if let known = pthread_getspecific(roleKey) { return known == Self.mainRole }
        let isMain = Thread.isMainThread
        pthread_setspecific(roleKey, isMain ? Self.mainRole : Self.otherRole)
        return isMain
    }

    // Marks that are never followed as addresses.
    private nonisolated(unsafe) static let mainRole = UnsafeMutableRawPointer(bitPattern: 1)!
    private nonisolated(unsafe) static let otherRole = UnsafeMutableRawPointer(bitPattern: 2)!
    private static let roleKey = makeKey("the role of a thread")

    /// Marks the main queue.
    ///
    /// Setting it twice changes nothing.
    static func markMainQueue() {
        DispatchQueue.main.setSpecific(key: mainMark, value: ())
    }

    private static let mainMark = DispatchSpecificKey<Void>()

    /// Runs `body` with this link as the calling thread's chain, and puts the former one back.
    func whileHeld(_ body: () -> Void) {
        let former = pthread_getspecific(Self.key)
        // Unretained: this frame keeps the link alive for as long as the pointer is set.
        pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        defer { pthread_setspecific(Self.key, former) }
        withExtendedLifetime(self, body)
    }

    private static let key = makeKey("the chain of held queues")

    private static func makeKey(_ purpose: String) -> pthread_key_t {
        var key = pthread_key_t()
        let code = pthread_key_create(&key, nil)
        precondition(code == 0, "no thread-local left for \(purpose) (\(code))")
        return key
    }
}

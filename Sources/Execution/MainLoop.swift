import Foundation

/// The main thread's loop, which runs the blocks of the main queue.
///
/// A synchronous `main` ends in it. `dispatchMain()` and an `async` main were tried: under both the
/// main queue's blocks run on some other thread on Linux, and "main" would not mean the main
/// thread.
package enum MainLoop {
    /// Runs the loop for good; another thread ends the process with `exit`.
    ///
    /// - Precondition: called on the main thread.
    package static func run() -> Never {
        precondition(
            Thread.isMainThread,
            "the main loop runs on the main thread: call it at the end of a synchronous main")
        // A run loop without a source returns at once; this timer never fires.
        let idler = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
        RunLoop.main.add(idler, forMode: .default)
        while true { RunLoop.main.run() }
    }
}

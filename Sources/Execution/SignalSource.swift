import Dispatch
import Glibc
import Synchronization

/// Signals of the process as calls on a thread, from its making until `cancel`.
///
/// While it lives the signals' default action, to end the process, does not happen. It is real time
/// only, and belongs to the command, not to anything that is measured.
package final class SignalSource: Sendable {
    /// The interrupt of a terminal (Ctrl-C).
    package static let interrupt = SIGINT
    /// The polite request to end.
    package static let terminate = SIGTERM

    private let signals: [Int32]
    // Dispatch sources may be cancelled from any thread; the type only lacks the annotation.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]
    private let isCancelled = Mutex(false)

    /// - Parameter handler: gets the signal's number, on a thread of the seam's own; one call at a
    ///   time. Signals of one number that come faster than it returns arrive as one call.
    package init(_ signals: [Int32], _ handler: @escaping @Sendable (Int32) -> Void) {
        self.signals = signals
        let queue = DispatchQueue(label: "lab.signals", qos: .userInteractive)
        sources = signals.map { number in
            // Dispatch sees a signal beside its action, so the action must be none.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { handler(number) }
            source.activate()
            return source
        }
    }

    deinit {
        cancel()
    }

    /// Gives the signals their default action back. Calling it again does nothing.
    package func cancel() {
        let isFirst = isCancelled.withLock { isCancelled in
            defer { isCancelled = true }
            return !isCancelled
        }
        guard isFirst else { return }
        for source in sources { source.cancel() }
        for number in signals { signal(number, SIG_DFL) }
    }
}

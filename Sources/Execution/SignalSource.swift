import Foundation
import Glibc
import Synchronization

/// Signals of the process as calls on a thread, from its making until `cancel`.
///
///     signal ─▸ handler: writes its number to a pipe ─▸ thread: reads it ─▸ your closure
///
/// While it lives the signals' default action, to end the process, does not happen. It is real time
/// only, and belongs to the command, not to a measured run.
///
/// Not a Dispatch source: on Linux that puts a handler of its own in place some time after it was
/// made and leaves it there when it is cancelled, so that a signal just after either is lost.
package final class SignalSource: Sendable {
    /// The interrupt of a terminal (Ctrl-C).
    package static let interrupt = SIGINT
    /// The polite request to end.
    package static let terminate = SIGTERM
    /// The terminal was closed.
    package static let hangUp = SIGHUP

    /// Whether the process was started with a signal ignored, as nohup does.
    package static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        return action.__sigaction_handler.sa_handler.map {
            // C function pointers have no `==` in Swift: their addresses are compared.
            unsafeBitCast($0, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        } ?? false
    }

    private static let handlers = Mutex([Int32: @Sendable (Int32) -> Void]())
    private static let start: Void = startReading()

    private let signals: [Int32]
    private let isCancelled = Mutex(false)

    /// - Parameter handler: gets the signal's number, on a thread of the seam's own; one call at a
    ///   time, one for each signal that the kernel delivered.
    /// - Precondition: no other source has one of the signals.
    package init(_ signals: [Int32], _ handler: @escaping @Sendable (Int32) -> Void) {
        self.signals = signals
        Self.start
        Self.handlers.withLock { handlers in
            for number in signals {
                precondition(
                    handlers.updateValue(handler, forKey: number) == nil,
                    "signal \(number) has a source already; cancel that one first")
            }
        }
        // After the table: a signal from here on must find its closure.
        for number in signals { signal(number, signalDidArrive) }
    }

    deinit {
        cancel()
    }

    /// Gives the signals their default action back.
    ///
    /// Calling it again does nothing.
    package func cancel() {
        let isFirst = isCancelled.withLock { isCancelled in
            defer { isCancelled = true }
            return !isCancelled
        }
        guard isFirst else { return }
        // Before the table: no signal may arrive that has no closure.
        for number in signals { signal(number, SIG_DFL) }
        Self.handlers.withLock { handlers in
            for number in signals { handlers[number] = nil }
        }
    }

    /// Opens the pipe and starts the thread that reads it; both last as long as the process.
    private static func startReading() {
        var ends: [Int32] = [-1, -1]
        let code = pipe(&ends)
        precondition(code == 0, "no pipe for signals (\(errno)): too many files are open")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must never wait. 64 KiB of unread signals may be dropped.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        signalPipe = ends[1]
        let thread = Thread { [readEnd = ends[0]] in
            while true {
                var number: UInt8 = 0
                guard read(readEnd, &number, 1) == 1 else { continue }
                let handler = handlers.withLock { $0[Int32(number)] }
                handler?(Int32(number))
            }
        }
        thread.name = "lab.signals"
        thread.start()
    }
}

/// The end of the pipe that the handler writes to.
///
/// Set once, before the first handler is put in place.
nonisolated(unsafe) private var signalPipe: Int32 = -1

/// The handler: it calls only the async-signal-safe `write`, and restores `errno`.
private func signalDidArrive(_ number: Int32) {
    let former = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(signalPipe, &byte, 1)
    errno = former
}

import Execution
import Glibc
import Synchronization

/// Ctrl-C, SIGTERM and the end of the terminal (SIGHUP): the first ends the children and lets the
/// command write its results so far, the second ends the command.
package final class Interruption: Sendable {
    /// The code that a shell expects of a program that Ctrl-C ended: 128 + SIGINT.
    package static let exitCode: Int32 = 130

    private let state: State
    private let source: SignalSource

    private final class State: Sendable {
        let isInterrupted = Atomic<Bool>(false)
    }

    /// Begins to listen, until `end`.
    ///
    /// - Parameters:
    ///   - registry: is closed at the first signal: its children die, and no other is started.
    ///   - onFirst: is called after that, once, on a thread of its own.
    package init(registry: ChildRegistry, onFirst: @escaping @Sendable () -> Void = {}) {
        let state = State()
        self.state = state
        // nohup has the terminal's end ignored, and so does the lab then.
        let hangUp = SignalSource.isIgnored(SignalSource.hangUp) ? [] : [SignalSource.hangUp]
        source = SignalSource([SignalSource.interrupt, SignalSource.terminate] + hangUp) { _ in
            registry.close()
            guard !state.isInterrupted.exchange(true, ordering: .acquiringAndReleasing) else {
                // A user that presses it twice wants the prompt, not a file.
                _exit(Self.exitCode)
            }
            onFirst()
        }
    }

    /// Whether a signal came.
    package var isInterrupted: Bool { state.isInterrupted.load(ordering: .acquiring) }

    /// Gives the signals their default action back.
    package func end() {
        source.cancel()
    }
}

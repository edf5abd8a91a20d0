import Execution
import Glibc
import Synchronization
import Testing

/// Each in a process of its own: a signal's action belongs to the whole process.
@Suite struct SignalSourceTests {
    @Test func `A signal arrives with its number, from the first moment on`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let numbers = Mutex([Int32]())
            let source = SignalSource([SIGINT, SIGTERM]) { number in
                numbers.withLock { $0.append(number) }
            }
            kill(getpid(), SIGTERM)
            while numbers.withLock({ $0.count }) < 1 { await Task.yield() }
            kill(getpid(), SIGINT)
            while numbers.withLock({ $0.count }) < 2 { await Task.yield() }
            source.cancel()
            exit(numbers.withLock { $0 } == [SIGTERM, SIGINT] ? 7 : 1)
        }
    }

    @Test func `After cancel a signal has its default action at once`() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            SignalSource([SIGINT]) { _ in }.cancel()
            kill(getpid(), SIGINT)
            while true { await Task.yield() }
        }
    }

    @Test func `A signal can have a source again when the first was cancelled`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            SignalSource([SIGINT]) { _ in exit(1) }.cancel()
            let source = SignalSource([SIGINT]) { _ in exit(7) }
            kill(getpid(), SIGINT)
            while true { await Task.yield() }
            source.cancel()
        }
    }

    @Test func `A second source for a signal traps`() async {
        await #expect(processExitsWith: .failure) {
            let first = SignalSource([SIGINT]) { _ in }
            let second = SignalSource([SIGINT]) { _ in }
            withExtendedLifetime((first, second)) {}
        }
    }
}

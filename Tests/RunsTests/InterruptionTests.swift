import Glibc
import Runs
import Testing

/// Each in a process of its own: a signal's action belongs to the whole process.
@Suite struct InterruptionTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `The first signal ends the children and lets the command go on`(signal: Int32) async {
        await #expect(processExitsWith: .exitCode(42)) { [signal = signal as Int32] in
            let registry = ChildRegistry()
            let interruption = Interruption(registry: registry)
            async let child = ChildProcess(executable: "/bin/sleep", arguments: ["600"])
                .run(in: registry)
            while registry.count == 0 { await Task.yield() }
            kill(getpid(), signal)
            let killer = try await child.killer
            exit(killer == .interruption && interruption.isInterrupted ? 42 : 1)
        }
    }

    @Test func `The second signal ends the command at once with 130`() async {
        await #expect(processExitsWith: .exitCode(130)) {
            let interruption = Interruption(registry: ChildRegistry())
            kill(getpid(), SIGINT)
            while !interruption.isInterrupted { await Task.yield() }
            kill(getpid(), SIGINT)
            while true { await Task.yield() }
        }
    }

    @Test func `The end of the terminal is no interruption to a command that nohup has started`()
        async
    {
        await #expect(processExitsWith: .exitCode(42)) {
            signal(SIGHUP, SIG_IGN)
            let interruption = Interruption(registry: ChildRegistry())
            kill(getpid(), SIGHUP)
            kill(getpid(), SIGTERM)
            while !interruption.isInterrupted { await Task.yield() }
            // A second one would have ended the process with 130.
            exit(42)
        }
    }

    @Test func `After the end a signal has its default action again`() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            let interruption = Interruption(registry: ChildRegistry())
            interruption.end()
            kill(getpid(), SIGTERM)
            while true { await Task.yield() }
        }
    }
}

import CProcess
import Execution
import Foundation
import Glibc
import Runs
import Testing

@Suite struct ChildProcessTests {
    private let registry = ChildRegistry()

    private func shell(_ script: String) -> ChildProcess {
        ChildProcess(executable: "/bin/sh", arguments: ["-c", script])
    }

    /// Whether a process is alive or a zombie.
    private func exists(_ number: Int32) -> Bool {
        kill(number, 0) == 0
    }

    private func number(in text: String) throws -> Int32 {
        try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test func `An exit code, both outputs and the arguments come through`() async throws {
        let child = ChildProcess(
            executable: "/bin/sh",
            arguments: ["-c", "echo out $1; echo err >&2; exit 7", "sh", "x y"])
        let result = try await child.run(in: registry)
        #expect(result.exit == .exited(7))
        #expect(result.standardOutput == "out x y\n")
        #expect(result.standardError == "err\n")
        #expect(result.killer == nil)
        #expect(result.duration > .zero)
    }

    @Test func `A signal that the child got from elsewhere is told as that signal`() async throws {
        let result = try await shell("kill -TERM $$").run(in: registry)
        #expect(result.exit == .signalled(SIGTERM))
        #expect(result.killer == nil)
    }

    @Test func `SIGKILL by the child's own hand is not taken for ours`() async throws {
        let result = try await shell("kill -KILL $$").run(in: registry)
        #expect(result.exit == .signalled(SIGKILL))
        #expect(result.killer == nil)
    }

    @Test func `A child that outlives its time limit is killed and says so`() async throws {
        var child = ChildProcess(executable: "/bin/sleep", arguments: ["infinity"])
        child.timeLimit = .milliseconds(100)
        let result = try await child.run(in: registry)
        #expect(result.exit == .signalled(SIGKILL))
        #expect(result.killer == .timeLimit)
        #expect(result.duration >= .milliseconds(100))
    }

    @Test func `A time limit also holds for a child that closed its outputs`() async throws {
        var child = shell("exec >&- 2>&-; exec sleep infinity")
        child.timeLimit = .milliseconds(200)
        let result = try await child.run(in: registry)
        #expect(result.killer == .timeLimit)
    }

    @Test func `A child that ends in its time is not killed`() async throws {
        var child = shell("exit 0")
        child.timeLimit = .seconds(60)
        child.killPlan = .after(.seconds(60))
        let result = try await child.run(in: registry)
        #expect(result.exit == .exited(0))
        #expect(result.killer == nil)
    }

    @Test func `A kill by plan comes after its delay`() async throws {
        var child = ChildProcess(executable: "/bin/sleep", arguments: ["infinity"])
        child.killPlan = .after(.milliseconds(50))
        child.timeLimit = .seconds(60)
        let result = try await child.run(in: registry)
        #expect(result.exit == .signalled(SIGKILL))
        #expect(result.killer == .plan)
        #expect(result.duration >= .milliseconds(50))
    }

    @Test func `A kill by record waits for the record and then for the delay`() async throws {
        try await withTemporaryFolder { folder in
            let ledger = try SharedLedger.create(at: folder + "/ledger", capacity: 8)
            var child = ChildProcess(executable: "/bin/sleep", arguments: ["infinity"])
            child.killPlan = .afterRecord(ledger: ledger, kind: 2, delay: .milliseconds(30))
            child.timeLimit = .seconds(60)
            let started = ThreadClock.monotonic
            ledger.append(kind: 1, id: 0, count: 0, at: started)
            let writer = IdleThread(label: "writer", every: .milliseconds(60)) { tick in
                ledger.append(kind: 2, id: 0, count: 0, at: ThreadClock.monotonic)
            }
            let result = try await child.run(in: registry)
            writer.stop()
            #expect(result.killer == .plan)
            #expect(ThreadClock.monotonic - started >= .milliseconds(90))
        }
    }

    @Test func `Only the last 64 KiB of an output are kept, and its last words are among them`()
        async throws
    {
        let result = try await shell(
            """
            i=0
            while [ $i -lt 6000 ]; do
                echo "line $i of a child that talks a lot" >&2
                i=$((i+1))
            done
            echo "Fatal error: the end" >&2
            """
        ).run(in: registry)
        #expect(result.standardError.utf8.count <= 64 * 1024)
        #expect(result.standardError.utf8.count > 60 * 1024)
        #expect(result.standardError.hasPrefix("line "))
        #expect(
            result.standardError.hasSuffix(
                "line 5999 of a child that talks a lot\nFatal error: the end\n"))
    }

    @Test func `A grandchild that holds the output open does not hold up the end`() async throws {
        // Longer than a busy machine may take to come back to this test.
        var child = shell("sleep 3600 & echo $!")
        child.timeLimit = .seconds(3000)
        let result = try await child.run(in: registry)
        #expect(result.exit == .exited(0))
        // The grandchild still lives, and holds the output: the parent did not wait for it.
        let grandchild = try number(in: result.standardOutput)
        #expect(kill(grandchild, 0) == 0)
        kill(grandchild, SIGKILL)
    }

    @Test func `No zombie is left, however the child ended`() async throws {
        for script in ["echo $$", "echo $$; kill -KILL $$", "echo $$; exec sleep infinity"] {
            var child = shell(script)
            // The last one is killed, once it has said its number.
            if script.hasSuffix("infinity") { child.onOutput = { [registry] in registry.close() } }
            let result = try await child.run(in: registry)
            #expect(!exists(try number(in: result.standardOutput)))
        }
        #expect(registry.count == 0)
    }

    @Test func `No zombie is left of a child whose time was up`() async throws {
        var child = shell("echo $$; exec sleep infinity")
        child.timeLimit = .milliseconds(200)
        let result = try await child.run(in: registry)
        #expect(result.killer == .timeLimit)
        // On a busy machine the time may be up before the child has said its number.
        if let number = try? number(in: result.standardOutput) { #expect(!exists(number)) }
        #expect(registry.count == 0)
    }

    @Test func `Closing the registry kills the children that live and lets none start`()
        async throws
    {
        async let first = ChildProcess(executable: "/bin/sleep", arguments: ["3600"]).run(
            in: registry)
        async let second = ChildProcess(executable: "/bin/sleep", arguments: ["3600"]).run(
            in: registry)
        while registry.count < 2 { await Task.yield() }
        registry.close()
        #expect(try await first.killer == .interruption)
        #expect(try await second.killer == .interruption)
        #expect(registry.count == 0)
        let error = await #expect(throws: RunsError.self) {
            try await shell("exit 0").run(in: registry)
        }
        #expect(error?.code == .interrupted)
    }

    @Test func `Cancelling the task kills the child`() async throws {
        try await withTemporaryFolder { folder in
            let registry = registry
            let child = shell("echo $$ > '\(folder)/number'; exec sleep infinity")
            let task = Task { try await child.run(in: registry) }
            while !FileManager.default.fileExists(atPath: folder + "/number") { await Task.yield() }
            task.cancel()
            let error = await #expect(throws: RunsError.self) { try await task.value }
            #expect(error?.code == .interrupted)
            // The shell may have been killed between making the file and writing to it.
            let text = try String(contentsOfFile: folder + "/number", encoding: .utf8)
            if !text.isEmpty { #expect(!exists(try number(in: text))) }
            #expect(registry.count == 0)
        }
    }

    @Test func `An executable that is not there is named, with what to look at`() async throws {
        let error = await #expect(throws: RunsError.self) {
            try await ChildProcess(executable: "/nowhere/lab", arguments: []).run(in: registry)
        }
        #expect(error?.code == .notStarted)
        #expect(error?.message.contains("/nowhere/lab") == true)
    }

    @Test func `A child has a process group of its own and its signals at their defaults`()
        async throws
    {
        let result = try await shell(
            "cut -d' ' -f5 /proc/$$/stat; echo $$; grep SigIgn /proc/self/status"
        ).run(in: registry)
        let lines = result.standardOutput.split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        try #require(lines.count == 3)
        #expect(lines[0] == lines[1])
        // The low 31 bits are the named signals; 32 and 33 belong to the C library.
        let ignored = try #require(lines[2].split(separator: "\t").last)
        #expect(UInt64(ignored, radix: 16).map { $0 & 0x7FFF_FFFF } == 0)
    }

    @Test func `A process that was told another parent dies at once`() async {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            ChildProcess.adoptParentDeath(of: 1 << 22)
        }
    }

    @Test func `A process that was told its parent lives on`() async {
        await #expect(processExitsWith: .exitCode(3)) {
            ChildProcess.adoptParentDeath(of: getppid())
            ChildProcess.endAtOnce(code: 3)
        }
    }

    @Test func `A process has had at least what it holds as peak memory`() async {
        await #expect(processExitsWith: .success) {
            let before = cprocess_peak_memory()
            let bytes = 64 << 20
            let block = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 4096)
            memset(block, 1, bytes)
            let after = cprocess_peak_memory()
            block.deallocate()
            #expect(before > 0)
            #expect(after - before >= Int64(bytes) * 9 / 10)
        }
    }
}

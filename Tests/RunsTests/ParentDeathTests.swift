import Execution
import Foundation
import Glibc
import Runs
import Testing

/// Three processes: this one, a parent that kills itself, and its child, which must follow.
///
///     test                parent (exit test)          child (this program, one test of it)
///     starts ───────────▸ starts ───────────────────▸ adoptParentDeath
///                         waits for the number ◂───── writes its number
///                         SIGKILL
///     waits for both ◂─────────────────────────────── must be gone
@Suite struct ParentDeathTests {
    @Test func `A child dies with a parent that was killed`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/number"
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                var child = ChildProcess(arguments: [
                    "--testing-library", "swift-testing", "--filter", "OrphanTests",
                ])
                child.environment = [
                    OrphanTests.parent: "\(getpid())", OrphanTests.file: path,
                ]
                let watch = IdleThread(label: "number", every: .milliseconds(5)) { _ in
                    if FileManager.default.fileExists(atPath: path) { ChildProcess.killSelf() }
                }
                child.timeLimit = .seconds(60)
                let result = try await child.run(in: ChildRegistry())
                watch.stop()
                Issue.record("the child ended first: \(result)")
            }
            let number = try #require(Int32(String(contentsOfFile: path, encoding: .utf8)))
            // The kernel sends the signal before the parent can be waited for; dying takes a
            // moment.
            let deadline = ThreadClock.monotonic + .seconds(10)
            while isAlive(number), ThreadClock.monotonic < deadline { await Task.yield() }
            #expect(!isAlive(number))
            if isAlive(number) { kill(number, SIGKILL) }
        }
    }

    /// Whether a process lives.
    ///
    /// An orphan without a parent that reaps it stays a zombie, which counts as dead.
    private func isAlive(_ number: Int32) -> Bool {
        guard
            let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
            let name = stat.lastIndex(of: ")")
        else { return false }
        return !stat[name...].dropFirst(2).hasPrefix("Z")
    }
}

/// The child's part, in a suite of its own so that the child runs nothing else.
@Suite private struct OrphanTests {
    fileprivate static let parent = "RUNS_TESTS_PARENT"
    fileprivate static let file = "RUNS_TESTS_FILE"

    @Test(.enabled(if: ProcessInfo.processInfo.environment[file] != nil, "runs in a child only"))
    func `The child waits to be killed`() throws {
        let environment = ProcessInfo.processInfo.environment
        let parent = try #require(environment[Self.parent].flatMap { Int32($0) })
        let path = try #require(environment[Self.file])
        ChildProcess.adoptParentDeath(of: parent)
        try Data("\(getpid())".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        while true { pause() }
    }
}

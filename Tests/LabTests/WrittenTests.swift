import Foundation
import Glibc
import Synchronization
import Testing

/// The destinations of a command's text and files, and what happens to existing files there.
@Suite(.serialized) struct `What a command writes` {
    private static let smoke = [
        "--workload", "smoke", "--topology", "siblings", "--set", "crash.kills=0", "--quiet",
    ]

    /// The package's smoke workload: a process in another folder needs its path.
    private static let workload = WorkloadCopy.shipped.appending(path: "smoke.yaml").path

    /// The number of a process, told by one thread to another; 0 before.
    private final class Holder: Sendable {
        let number = Atomic<Int32>(0)
    }

    @Test(arguments: [
        ["list"], ["help"], ["--version"], ["operations", workload], ["explain", workload],
        ["lint", workload], ["baseline", "list"], ["study"], ["list", "--yaml", "siblings"],
        ["run", "--help"], ["compare", "a", "a"], ["doctor"], ["baseline", "show", "a"],
    ])
    func `Standard output that is full ends every command with 9`(
        arguments: [String]
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try SampleRun().write(to: folder, as: "a")
        var lab = LabProcess()
        lab.arguments = arguments
        lab.folder = folder.path
        // The kernel's own full disk: it is written to as any file, and takes no byte.
        lab.wrapper = ["/bin/sh", "-c", "exec \"$@\" > /dev/full", "sh"]
        let result = try await lab.run()
        #expect(result.code == 9)
        #expect(
            result.errors.contains(
                "standard output could not be written: No space left on device"))
    }

    @Test(arguments: [
        "exec \"$@\" | head -n 1", "exec \"$@\" >&-", "exec \"$@\" <&- >&- 2>&-",
    ])
    func `A reader that goes, and streams that were closed, are no failure`(
        script: String
    ) async throws {
        var lab = LabProcess("list")
        lab.wrapper = ["/bin/bash", "-o", "pipefail", "-c", script, "sh"]
        #expect(try await lab.run().code == 0)
    }

    @Test func `A comparison goes into a pipe, which stays a pipe`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try SampleRun().write(to: folder, as: "a")
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        var lab = LabProcess("compare", "a", "a", "--markdown", "pipe")
        lab.folder = folder.path
        lab.wrapper = [
            "/bin/sh", "-c", "cat pipe > read & \"$@\"; code=$?; wait; exit $code", "sh",
        ]
        let result = try await lab.run()
        #expect(result.code == 0, "\(result.errors)")
        #expect(try folder.text("read").hasPrefix("## smoke"))
        var status = stat()
        #expect(lstat(folder.file("pipe"), &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test func `A second lab with the same output is told before it runs`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let output = folder.file("out")
        let holder = Holder()
        let arguments = Self.smoke + ["--no-charts", "--output", output]
        let first = LabProcess(arguments: arguments + ["--repetitions", "6"])
        try await withThrowingTaskGroup(of: LabProcess.Result.self) { group in
            group.addTask {
                try await first.run { process in
                    // The folder is locked before the first child is started, and stays so.
                    Child.wait(for: 1, of: process)
                    kill(process, SIGSTOP)
                    holder.number.store(process, ordering: .releasing)
                }
            }
            while holder.number.load(ordering: .acquiring) == 0 {
                try await Task.sleep(for: .milliseconds(10))
            }
            func second() async throws -> LabProcess.Result {
                defer { kill(holder.number.load(ordering: .acquiring), SIGCONT) }
                return try await LabProcess(arguments: arguments).run()
            }
            let told = try await second()
            #expect(told.code == 9)
            #expect(told.errors.contains("another lab (process "))
            #expect(told.errors.contains("is writing its report to “\(output)”"))
            #expect(told.lastLine == "lab: result=not-written code=9 report=none")
            #expect(try await group.next()?.code == 0)
        }
    }

    @Test func `Where data differs the store is kept`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lab = LabProcess()
        lab.arguments = [
            "--workload", "smoke", "--topology",
            "siblings:ui=importing,submission=perform-and-wait,merge-by=perform-and-wait",
            "--set", "roles.ui.arrivals=poisson 400/s", "--no-charts", "--quiet",
            "--output", folder.file("out"), "--keep-stores", folder.file("kept"),
        ]
        // The stack waits for itself where a merge meets an edit: one run in eight meets none.
        var code: Int32 = 0
        for _ in 0..<6 where code == 0 { code = try await lab.run().code }
        #expect(code == 6)
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.file("kept"))
        #expect(kept.contains { $0.hasPrefix("siblings-") && $0.hasSuffix(".sqlite") })
    }

    @Test func `A store that cannot be kept costs no figure, and no part of it stays`() async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let kept = folder.file("kept")
        var lab = LabProcess()
        lab.arguments =
            Self.smoke + ["--no-charts", "--output", folder.file("out"), "--keep-stores", kept]
        let result = try await lab.run { process in
            // The folder was proved writable; now it is gone, and a file has its name.
            Child.wait(for: 1, of: process)
            rmdir(kept)
            _ = FileManager.default.createFile(atPath: kept, contents: nil)
        }
        #expect(result.code == 9)
        #expect(result.errors.contains("siblings.sqlite"))
        #expect(result.errors.contains("--keep-stores"))
        #expect(result.lastLine.hasSuffix("code=9 report=\(folder.file("out/report.md"))"))
        #expect(!ResultsFile(try folder.text("out/results.csv")).rows.isEmpty)
    }

    @Test(arguments: [
        ("--output", ["compare", "a", "a", "--output", "file/out"]),
        ("--markdown", ["compare", "a", "a", "--markdown", "file/page.md"]),
        ("--file", ["history", "add", "a", "--file", "file/nights"]),
        ("--file", ["history", "add", "a", "--file", "a"]),
        ("--history", ["merge", "shard", "--history", "file/nights"]),
        ("--baselines", ["baseline", "save", "main", "a", "--baselines", "file/shelf"]),
        (
            "--noise-floor",
            ["doctor", "--calibrate-noise", "--workload", workload, "--noise-floor", "file/floor"]
        ),
    ])
    func `What cannot be written names the option that chooses another place`(
        option: String, arguments: [String]
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try SampleRun().write(to: folder, as: "a")
        try SampleShard(planned: ["one"], entries: ["one": 0]).write(to: folder, as: "shard")
        try folder.write("no folder", to: "file")
        var lab = LabProcess()
        lab.arguments = arguments
        lab.folder = folder.path
        let result = try await lab.run()
        #expect(result.code == 9)
        #expect(result.errors.contains("choose another"))
        #expect(result.errors.hasSuffix(" with \(option)\n"), "\(result.errors)")
        #expect(try folder.text("file") == "no folder")
    }
}

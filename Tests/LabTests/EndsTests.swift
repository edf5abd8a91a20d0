import Foundation
import Glibc
import Testing

/// How a command ends that the machine refuses something, or that is stopped from outside.
@Suite(.serialized) struct `A command that is held up` {
    /// A run of smoke with stores below a folder.
    private func lab(_ folder: TemporaryFolder, _ arguments: String...) throws -> LabProcess {
        let stores = folder.file("stores")
        try FileManager.default.createDirectory(
            atPath: stores, withIntermediateDirectories: true)
        var lab = LabProcess()
        lab.arguments =
            [
                "--workload", "smoke", "--topology", "siblings", "--quiet", "--set",
                "crash.kills=0", "--output", folder.file("out"),
            ] + arguments
        lab.environment = ["TMPDIR": stores]
        return lab
    }

    // MARK: Limits of the machine

    @Test(arguments: [
        ("ulimit -n 8", "more files may be open at once", "ulimit -n"),
        ("ulimit -n 16", "more files may be open at once", "ulimit -n"),
        ("ulimit -s 64", "a thread has a stack of 64 KiB", "ulimit -s"),
        ("ulimit -v 204800", "address space", "ulimit -v"),
        ("ulimit -v 400000", "address space", "ulimit -v"),
    ])
    func `What a run needs and the machine refuses is told at once`(
        limit: String, words: String, remedy: String
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lab = try lab(folder)
        // Half a minute is a hang: without a thread nothing in the process notices.
        lab.wrapper = [
            "/usr/bin/timeout", "-s", "KILL", "30", "/bin/sh", "-c", "\(limit); exec \"$@\"", "sh",
        ]
        let result = try await lab.run()
        #expect(result.code == 9, "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(result.errors.contains(remedy))
        #expect(result.lastLine == "lab: result=not-written code=9 report=none")
        #expect(folder.names == ["stores"])
    }

    /// A limit of processes does not bind root, so the test becomes another user.
    @Test(.enabled(if: getuid() == 0, "needs root to become another user"))
    func `Threads that are refused are told at once`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        chmod(folder.path, 0o777)
        var lab = try lab(folder)
        lab.wrapper = [
            "/usr/bin/timeout", "-s", "KILL", "30", "/usr/bin/setpriv", "--reuid=65533",
            "--clear-groups", "/bin/bash", "-c", "ulimit -u 3; exec \"$@\"", "sh",
        ]
        let result = try await lab.run()
        #expect(result.code == 9, "\(result.errors)")
        #expect(result.errors.contains("the system refuses a process 16 threads"))
        #expect(result.errors.contains("ulimit -u"))
    }

    @Test(arguments: [["explain", "FILE"], ["--workload", "FILE", "--no-charts"]])
    func `A current folder that was removed is no hang`(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let workload = WorkloadCopy.shipped.appending(path: "smoke.yaml").path
        var lab = LabProcess(arguments: arguments.map { $0.replacing("FILE", with: workload) })
        lab.folder = folder.path
        lab.wrapper = [
            "/usr/bin/timeout", "-s", "KILL", "60", "/bin/sh", "-c",
            "mkdir gone && cd gone && rmdir ../gone && exec \"$@\"", "sh",
        ]
        let result = try await lab.run()
        #expect(!result.isSignalled && [0, 9].contains(result.code), "\(result.errors)")
        #expect(result.code == 0 || result.lastLine.hasPrefix("lab: result=not-written code=9"))
    }

    @Test func `A folder for stores that is missing is told with what to do`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lab = try lab(folder)
        lab.environment = ["TMPDIR": folder.file("missing")]
        let result = try await lab.run()
        #expect(result.code == 9)
        #expect(result.errors.contains(folder.file("missing")))
        #expect(result.errors.contains("set TMPDIR to one that exists"))
    }

    // MARK: Drawing

    /// A folder with a gnuplot that does nothing for a long time.
    private func hangingGnuplot(in folder: TemporaryFolder) throws -> String {
        try folder.write("#!/bin/sh\nsleep 1000 & exec sleep 1000\n", to: "gnuplot")
        chmod(folder.file("gnuplot"), 0o755)
        return folder.path + ":/usr/bin:/bin"
    }

    @Test func `A gnuplot that hangs costs some seconds and no figure`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lab = try lab(folder)
        lab.environment["PATH"] = try hangingGnuplot(in: folder)
        let result = try await lab.run()
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.errors.contains("gnuplot had not ended after 20 s and was killed"))
        #expect(!ResultsFile(try folder.text("out/results.csv")).rows.isEmpty)
        #expect(try folder.text("out/report.md").contains("gnuplot-overdue"))
        #expect(try folder.text("out/run.json").contains("gnuplot-overdue"))
    }

    @Test(arguments: ["--require-charts", ""])
    func `A gnuplot that draws nothing is 9 only where charts are required`(
        option: String
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lab = try lab(folder)
        if !option.isEmpty { lab.arguments.append(option) }
        try folder.write("#!/bin/sh\nexit 0\n", to: "gnuplot")
        chmod(folder.file("gnuplot"), 0o755)
        lab.environment["PATH"] = folder.path + ":/usr/bin:/bin"
        let result = try await lab.run()
        #expect(result.code == (option.isEmpty ? 0 : 9))
        #expect(result.errors.contains("gnuplot ended without an error and wrote no picture"))
        #expect(result.lastLine.hasSuffix("report=\(folder.file("out/report.md"))"))
    }

    @Test func `The first Ctrl-C ends a run that is drawing, and its figures are whole`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lab = try lab(folder)
        lab.environment["PATH"] = try hangingGnuplot(in: folder)
        let page = folder.file("out/report.md")
        let result = try await lab.run { process in
            while !FileManager.default.fileExists(atPath: page), kill(process, 0) == 0 {
                usleep(20_000)
            }
            kill(process, SIGINT)
        }
        #expect(result.code == 130, "\(result.errors)")
        #expect(result.lastLine == "lab: result=interrupted code=130 report=\(page)")
        #expect(result.errors.contains("the command was interrupted before"))
        let rows = ResultsFile(try folder.text("out/results.csv")).rows
        // Finished repetitions keep their marks.
        #expect(!rows.isEmpty && rows.allSatisfy { $0["mark"] != "interrupted" })
    }

    // MARK: Signals

    @Test func `A terminal that is closed interrupts a run`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let lab = try lab(folder, "--repetitions", "30", "--no-charts")
        let result = try await lab.run { process in
            Child.wait(for: 1, of: process)
            kill(process, SIGHUP)
        }
        #expect(result.code == 130 && !result.isSignalled)
        #expect(result.lastLine.contains("result=interrupted code=130"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("stores")) == [])
    }

    @Test func `A run that was interrupted tells no outcome that it did not see`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let lab = try lab(
            folder, "--topology", "single-main", "--no-charts", "--set", "roles.importer.pace=20s")
        let result = try await lab.run { process in
            Child.wait(for: 1, of: process)
            kill(process, SIGINT)
        }
        #expect(result.code == 130, "\(result.errors)")
        #expect(!result.output.contains("correct"), "\(result.output)")
        #expect(result.output.contains("not run"), "\(result.output)")
        // A limit is judged of a run that came to its end.
        #expect(!result.output.contains("main.stall.max"), "\(result.output)")
        let page = try folder.text("out/report.md")
        #expect(!page.contains("| correct |") && !page.contains("## Limits\n"), "\(page)")
        struct Run: Decodable {
            struct Limits: Decodable { var limits: [Limit] }
            struct Limit: Decodable {}
            var topologies: [Limits]
        }
        let run = try JSONDecoder().decode(Run.self, from: Data(folder.text("out/run.json").utf8))
        #expect(run.topologies.count == 2)
        for topology in run.topologies { #expect(topology.limits.isEmpty) }
    }

    @Test func `What a killed run has left is removed by the next, and nothing else is`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let lab = try lab(folder, "--repetitions", "30", "--no-charts")
        let foreign = folder.file("stores/lab-abcdef")
        try FileManager.default.createDirectory(atPath: foreign, withIntermediateDirectories: true)
        let killed = try await lab.run { process in
            Child.wait(for: 1, of: process)
            kill(process, SIGKILL)
        }
        #expect(killed.isSignalled)
        let stores = { try FileManager.default.contentsOfDirectory(atPath: folder.file("stores")) }
        #expect(try stores().count == 2)
        let next = try self.lab(folder, "--no-charts")
        #expect(try await next.run().code == 0)
        #expect(try stores() == ["lab-abcdef"])
    }

    @Test func `A repetition whose child was stopped is marked as disturbed`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let lab = try lab(
            folder, "--repetitions", "1", "--no-charts", "--set", "phases.import.for=2s")
        let result = try await lab.run { process in
            // Again and again: one stop at least is within the import, whenever that begins.
            while kill(process, 0) == 0 {
                let children = Child.all(of: process)
                for child in children { kill(child, SIGSTOP) }
                usleep(children.isEmpty ? 10_000 : 600_000)
                for child in children { kill(child, SIGCONT) }
                usleep(300_000)
            }
        }
        #expect(result.code == 0, "\(result.errors)")
        let rows = ResultsFile(try folder.text("out/results.csv")).rows
        let marks = rows.filter { $0["repetition"] == "1" }.map { $0["mark"] }
        #expect(!marks.isEmpty && marks.allSatisfy { $0 == "disturbed" })
    }
}

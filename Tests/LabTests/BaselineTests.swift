import Foundation
import Results
import Testing

/// `lab baseline`, and runs that are compared with one.
struct `Keeping baselines` {
    private func lab(_ arguments: String..., in folder: TemporaryFolder) async throws
        -> LabProcess.Result
    {
        var lab = LabProcess()
        lab.arguments = arguments
        lab.folder = folder.path
        return try await lab.run()
    }

    @Test func `A run is saved under a name, listed, shown, compared with, and removed`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try SampleRun().write(to: folder, as: "a")
        let saved = try await lab("baseline", "save", "main", "a", in: folder)
        #expect(saved.code == 0, "\(saved.errors)")
        #expect(saved.lastLine == "lab: result=ok code=0 report=Reports/baselines/main")
        let original = try folder.text("a/run.json")
        #expect(try folder.text("Reports/baselines/main/run.json") == original)
        let listed = try await lab("baseline", "list", in: folder)
        #expect(listed.output.hasPrefix("main  smoke, 2026-01-01T02:00:00Z, commit 111111111111"))
        #expect(listed.output.contains("12 repetitions of siblings"))
        let shown = try await lab("baseline", "show", "main", in: folder)
        #expect(shown.output.contains("main.delay.p99"))
        #expect(shown.output.contains("its build is not kept"))
        let compared = try await lab("compare", "main", "a", in: folder)
        #expect(compared.code == 0, "\(compared.errors)")
        let removed = try await lab("baseline", "rm", "main", in: folder)
        #expect(removed.code == 0)
        for arguments in [["compare", "main", "a"], ["baseline", "show", "main"]] {
            var lab = LabProcess()
            lab.arguments = arguments
            lab.folder = folder.path
            let missing = try await lab.run()
            #expect(missing.code == 7)
            #expect(missing.errors.contains("there is no baseline “main”"))
        }
        #expect(try await lab("baseline", "rm", "main", in: folder).code == 7)
    }

    @Test func `A name that is taken needs --replace, and one that is no name is refused`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try SampleRun().write(to: folder, as: "a")
        try SampleRun(commit: "3333333333").write(to: folder, as: "b")
        #expect(try await lab("baseline", "save", "main", "a", in: folder).code == 0)
        let taken = try await lab("baseline", "save", "main", "b", in: folder)
        #expect(taken.code == 2)
        #expect(taken.errors.contains("--replace"))
        #expect(try await lab("baseline", "save", "main", "b", "--replace", in: folder).code == 0)
        let listed1 = try await lab("baseline", "list", in: folder)
        #expect(listed1.output.contains("3333333333"))
        for name in ["../main", ".hidden", "a/b", ""] {
            let refused = try await lab("baseline", "save", name, "a", in: folder)
            #expect(refused.code == 2)
            #expect(refused.errors.contains("cannot be the name of a baseline"))
        }
        for path in ["../baselines/main", "Reports/baselines/main", "a", "."] {
            let refused = try await lab("baseline", "rm", path, in: folder)
            #expect(refused.code == (path.hasPrefix(".") ? 7 : 2), "\(path)")
            #expect(refused.errors.contains("baselines are main") || refused.code == 7)
        }
        let listed2 = try await lab("baseline", "list", in: folder)
        #expect(listed2.output.contains("main  "))
    }

    @Test func `A run that was interrupted or failed is no baseline`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try SampleRun(isInterrupted: true).write(to: folder, as: "a")
        try SampleRun(failure: RunFailure(kind: .stuck, message: "it is stuck"))
            .write(to: folder, as: "b")
        for (run, words) in [("a", "interrupted"), ("b", "it is stuck"), ("c", "there is no run")] {
            let refused = try await lab("baseline", "save", "main", run, in: folder)
            #expect(refused.code == 2)
            #expect(refused.errors.contains(words))
        }
        let none = try await lab("baseline", "list", in: folder)
        #expect(none.code == 0)
        #expect(none.errors.contains("no baseline"))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/prlimit")))
    func `A baseline that the disk does not take ends with 9, and is none`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try SampleRun().write(to: folder, as: "a")
        var save = LabProcess("baseline", "save", "main", "a")
        save.folder = folder.path
        save.wrapper = ["/usr/bin/prlimit", "--fsize=1000"]
        let result = try await save.run()
        #expect(result.code == 9, "\(result.errors)")
        #expect(try await lab("compare", "main", "a", in: folder).code == 7)
    }

    @Test func `With --keep-binary the build is kept, and runs`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try SampleRun().write(to: folder, as: "a")
        let saved = try await lab("baseline", "save", "main", "a", "--keep-binary", in: folder)
        #expect(saved.code == 0, "\(saved.errors)")
        var kept = LabProcess("--help")
        kept.executable = folder.file("Reports/baselines/main/lab")
        #expect(try await kept.run().code == 0)
    }

    // MARK: Runs

    @Test func `A run with a baseline is compared with it, and writes the comparison`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let common = [
            "--workload", "smoke", "--topology", "siblings", "--no-charts", "--quiet", "--set",
            "crash.kills=0",
        ]
        var first = LabProcess()
        first.arguments = common + ["--output", "a"]
        first.folder = folder.path
        #expect(try await first.run().code == 0)
        var second = first
        second.arguments = common + ["--output", "b", "--baseline", "a"]
        let result = try await second.run()
        // One repetition shows no change; and without an undisturbed one, the command must not
        // succeed.
        let isDisturbed =
            try folder.text("b/results.csv").contains(",disturbed\n")
            || folder.text("a/results.csv").contains(",disturbed\n")
        #expect(result.code == (isDisturbed ? 8 : 0), "\(result.errors) \(result.output)")
        #expect(result.output.contains("Inconclusive"))
        #expect(try folder.text("b/comparison.md").contains("siblings"))
        #expect(result.lastLine.hasSuffix(" report=\(folder.file("b/report.md"))"))

        var required = second
        required.arguments = common + ["--output", "b", "--baseline", "a", "--require-verdict"]
        let verdict = try await required.run()
        #expect(verdict.code == 8)
        var bound = first
        bound.arguments = common + ["--output", "b", "--fail-on", "main.busy.total<0.001ms"]
        let failed = try await bound.run()
        #expect(failed.code == 4, "\(failed.errors)")
        #expect(failed.output.contains("main.busy.total < 0.001ms failed for siblings"))
        #expect(failed.lastLine.hasPrefix("lab: result=gate-failed code=4 report=/"))

        // A run that cannot be compared is refused before it runs.
        var other = first
        other.arguments = common + ["--output", "c", "--baseline", "a", "--seed", "7"]
        let incomparable = try await other.run()
        #expect(incomparable.code == 7)
        #expect(incomparable.errors.contains("operations digest is"))
        #expect(incomparable.errors.contains("nothing was run"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("c/report.md")))
    }

    @Test func `A run without its baseline ends before it begins`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let missing = try await lab(
            "--workload", "smoke", "--baseline", "main", in: folder)
        #expect(missing.code == 7)
        #expect(missing.errors.contains("there is no baseline “main”"))
        let alone = try await lab(
            "--workload", "smoke", "--fail-on", "main.busy.total:5%", in: folder)
        #expect(alone.code == 2)
        #expect(alone.errors.contains("--baseline"))
        #expect(folder.names == [])
    }

    @Test func `Gates of a workload's file fail the command, and are checked with their place`()
        async throws
    {
        let copy = try WorkloadCopy()
        defer { copy.folder.remove() }
        try copy.replace(
            "repetitions: 1", by: "repetitions: 1\ngates: { main.busy.total: < 0.001ms }",
            in: "smoke.yaml")
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let failed = try await lab(
            "--workload", copy.workload, "--topology", "siblings", "--no-charts", "--set",
            "crash.kills=0", "--output", "out", in: folder)
        #expect(failed.code == 4, "\(failed.errors)")
        #expect(try folder.text("out/report.md").contains("main.busy.total < 0.001ms"))
        try copy.replace("main.busy.total: <", by: "main.bsy.total: <", in: "smoke.yaml")
        for arguments in [["lint", copy.workload], ["--workload", copy.workload]] {
            var lab = LabProcess()
            lab.arguments = arguments
            lab.folder = folder.path
            let result = try await lab.run()
            #expect(result.code == 3, "\(result.errors)")
            #expect(result.errors.contains("smoke.yaml:22:"))
            #expect(result.errors.contains("main.bsy.total"))
        }
    }
}

import Foundation
import Testing

/// `lab compare NAME --rerun` and `lab doctor --calibrate-noise`: arms that alternate.
struct `Running two arms` {
    private func lab(_ arguments: String..., in folder: TemporaryFolder) async throws
        -> LabProcess.Result
    {
        var lab = LabProcess()
        lab.arguments = arguments
        lab.folder = folder.path
        return try await lab.run()
    }

    /// A folder with a baseline “main” of one topology, with its build.
    private func withBaseline(
        keepsBinary: Bool = true, _ body: (TemporaryFolder) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let measured = try await lab(
            "--workload", "smoke", "--topology", "siblings", "--set", "crash.kills=0", "--set",
            "roles.importer.batch=25", "--no-charts", "--quiet", "--output", "a", in: folder)
        #expect(measured.code == 0, "\(measured.errors)")
        var save = LabProcess("baseline", "save", "main", "a")
        if keepsBinary { save.arguments.append("--keep-binary") }
        save.folder = folder.path
        #expect(try await save.run().code == 0)
        try await body(folder)
    }

    @Test func `The kept build and this one alternate, and their rounds are pairs`() async throws {
        try await withBaseline { folder in
            let result = try await lab(
                "compare", "main", "--rerun", "--rounds", "2", "--output", "out", in: folder)
            // Beside other tests a round may be disturbed, and all of them.
            let isDisturbed = result.output.contains("left out: ")
            #expect(result.code == 0 || isDisturbed, "\(result.errors)")
            #expect(result.output.contains("both arms interleaved, their ratios paired"))
            #expect(result.errors.contains("left: "), "progress says how long it will take")
            for arm in ["baseline", "candidate"] {
                let text = try folder.text("out/\(arm)/run.json")
                #expect(text.contains("\"arm\":\"\(arm)\""))
                // The baseline's settings hold for both arms.
                #expect(text.contains("\"key\":\"roles.importer.batch\",\"value\":\"25\""))
            }
            let page = try folder.text("out/comparison.md")
            #expect(page.contains("siblings"))
            #expect(result.lastLine.hasSuffix("comparison.md"))
        }
    }

    @Test func `A kept build that does not run is no regression`() async throws {
        try await withBaseline { folder in
            let kept = folder.file("Reports/baselines/main/lab")
            try FileManager.default.removeItem(atPath: kept)
            try FileManager.default.createSymbolicLink(
                atPath: kept, withDestinationPath: "/bin/false")
            let result = try await lab(
                "compare", "main", "--rerun", "--rounds", "1", "--output", "out", in: folder)
            #expect(result.code == 7, "\(result.output)")
            #expect(result.output.contains("it failed in the baseline"))
        }
    }

    @Test func `A baseline without its build cannot be run again`() async throws {
        try await withBaseline(keepsBinary: false) { folder in
            let result = try await lab("compare", "main", "--rerun", in: folder)
            #expect(result.code == 7)
            #expect(result.errors.contains("--keep-binary"))
        }
    }

    @Test func `Options that contradict each other are usage`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for arguments in [
            ["a", "b", "--rerun"], ["a"], ["a", "b", "--rounds", "3"],
            ["a", "--rerun", "--rounds", "0"],
        ] {
            var lab = LabProcess("compare")
            lab.arguments += arguments
            lab.folder = folder.path
            let result = try await lab.run()
            #expect(result.code == 2, "\(arguments)")
        }
    }

    // MARK: The doctor

    @Test func `The doctor looks at all that decides what figures mean`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await lab("doctor", in: folder)
        #expect(result.code == 0, "\(result.output)")
        for word in [
            "build", "cores", "governor", "load", "stores", "space", "SQLite", "THREADSAFE=",
            "gnuplot", "fonts", "noise floor", "--calibrate-noise",
        ] {
            #expect(result.output.contains(word), "\(word)")
        }
        #expect(result.lastLine == "lab: result=ok code=0 report=none")
        #expect(folder.names == [])
        let idle = try await lab("doctor", "--set", "roles.importer.batch=25", in: folder)
        #expect(idle.code == 2)
        #expect(idle.errors.contains("without --calibrate-noise nothing is run"))
    }

    @Test func `A noise floor that was measured is used, and one that cannot be read is named`()
        async throws
    {
        try await withBaseline { folder in
            let measured = try await lab(
                "doctor", "--calibrate-noise", "--comparisons", "2", "--rounds", "2", "--topology",
                "siblings", "--quiet", in: folder)
            #expect(measured.code == 0, "\(measured.errors)")
            #expect(measured.lastLine == "lab: result=ok code=0 report=Reports/noise-floor.json")
            #expect(measured.output.contains("main.busy.total"))
            let used = try await lab("compare", "main", "a", in: folder)
            #expect(used.output.contains("noise floors were measured on this machine"))

            try folder.write("{\"schema\":7}", to: "other.json")
            try folder.write("{\"sch", to: "damaged.json")
            for (file, code, words) in [
                ("other.json", 3, "has schema 7, and this lab reads 1"),
                ("damaged.json", 3, "is not a noise floor"), ("none.json", 2, "no such file"),
            ] as [(String, Int32, String)] {
                let refused = try await lab(
                    "compare", "main", "a", "--noise-floor", file, in: folder)
                #expect(refused.code == code)
                #expect(refused.errors.contains(words), "\(refused.errors)")
            }
        }
    }

    // MARK: The selftest

    @Test func `A write that the store loses is found`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await lab("selftest", "--only", "lost-write", in: folder)
        #expect(result.code == 0, "\(result.output) \(result.errors)")
        #expect(result.output.contains("lost-write: expected integrity, 6; found integrity, 6"))
        let rows = try folder.text("Reports/selftest/selftest.csv").split(separator: "\n")
        #expect(rows.count == 2)
    }

    @Test func `A selftest that does not find what it planted fails`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await lab(
            "selftest", "--only", "slow-down", "--plant", "notify:0.001%", "--quiet", in: folder)
        // Other work on the machine makes a miss inconclusive.
        let isBusy = result.output.hasPrefix("busy")
        #expect(result.code == (isBusy ? 8 : 1), "\(result.output)")
        #expect(result.output.contains(isBusy ? "other processes kept" : "MISSED"))
        #expect(
            result.lastLine.contains(
                isBusy ? "result=inconclusive code=8" : "result=bug code=1"))
    }

    @Test(arguments: [
        ["--plant", "sve:10%"], ["--plant", "save:10"], ["--only", "nothing"], ["--rounds", "3"],
        ["--comparisons", "0", "--only", "run-with-itself"],
        ["--only", "slow-down", "--set", "roles.importer.btch=1"],
    ])
    func `A selftest that would test nothing is usage`(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lab = LabProcess("selftest")
        lab.arguments += arguments
        lab.folder = folder.path
        let result = try await lab.run()
        #expect(result.code == 2)
        #expect(folder.names == [])
    }
}

import Foundation
import Results
import Testing

/// `lab history` on runs whose figures the test knows.
struct `Keeping a history` {
    private func lab(
        _ arguments: String..., in folder: TemporaryFolder, wrapper: [String] = []
    ) async throws -> LabProcess.Result {
        var lab = LabProcess()
        lab.arguments = arguments
        lab.folder = folder.path
        lab.wrapper = wrapper
        return try await lab.run()
    }

    private static let file = "Reports/history.ndjson"

    /// The n-th night's run.
    private static func night(_ number: Int, busy factor: Double = 1) -> SampleRun {
        var run = SampleRun()
        run.run = "night-\(number)"
        run.started = "2026-01-\(number < 10 ? "0" : "")\(number)T02:00:00Z"
        run.commit =
            String(repeating: "\(number % 10)", count: 38) + (number < 10 ? "0" : "")
            + "\(number)"
        run.factors = ["main.busy.total": factor]
        return run
    }

    private func lines(_ folder: TemporaryFolder) throws -> [String] {
        try folder.text(Self.file).split(separator: "\n").map(String.init)
    }

    @Test func `A change of level is found between its two nights, and drawn`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for night in 1...28 {
            let noise = SampleRun.noise[night % 12]
            try Self.night(night, busy: noise * (night < 15 ? 1 : 1.3))
                .write(to: folder, as: "n\(night)")
        }
        var add = LabProcess("history", "add")
        add.arguments += (1...28).map { "n\($0)" }
        add.folder = folder.path
        let added = try await add.run()
        #expect(added.code == 0, "\(added.errors)")
        // Three of the usual figures are there.
        let written = try lines(folder)
        #expect(written.count == 28 * 3)
        let shown = try await lab("history", "show", in: folder)
        #expect(shown.code == 0, "\(shown.errors)")
        #expect(shown.output.contains("84 figures of 28 runs in 3 series, the longest of 28"))
        #expect(shown.output.contains("main.busy.total"))
        #expect(shown.output.contains("regressed"))
        #expect(
            shown.output.contains("after 444444444444 (2026-01-14T02:00:00Z), up to 555555555555"))
        #expect(shown.lastLine == "lab: result=ok code=0 report=Reports/history")
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.file("Reports/history"))
        #expect(names.contains("history-smoke.svg") || shown.errors.contains("gnuplot"))
        #expect(names.contains("history-smoke.gp"))
        #expect(names.contains("otava.yaml"))
        let table = try #require(names.first { $0.hasSuffix(".csv") })
        let csv = try folder.text("Reports/history/\(table)").split(separator: "\n")
        #expect(csv.count == 29)
        #expect(csv[0].hasPrefix("time,commit,siblings/import/main.busy.total"))
        #expect(csv.allSatisfy { $0.split(separator: ",").count == 5 })
    }

    /// A history of 28 nights, the last 14 of which are slower by this factor.
    private func history(_ factor: Double, in folder: TemporaryFolder) async throws {
        var add = LabProcess("history", "add")
        add.folder = folder.path
        for night in 1...28 {
            let noise = SampleRun.noise[night % 12]
            try Self.night(night, busy: noise * (night < 15 ? 1 : factor))
                .write(to: folder, as: "n\(night)")
            add.arguments.append("n\(night)")
        }
        #expect(try await add.run().code == 0)
    }

    @Test func `A change says by how much it exceeds what does not matter`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await history(1.3, in: folder)
        let large = try await lab("history", "show", "--no-charts", in: folder)
        let row = try #require(
            large.output.split(separator: "\n").first { $0.contains("main.busy.total") })
        #expect(row.contains("regressed") && row.contains("± 10 %"), "\(row)")
        #expect(row.contains("20 points"), "\(row)")
        #expect(large.output.contains("corrected for 3 series"))
        try FileManager.default.removeItem(atPath: folder.file(Self.file))
        try await history(1.04, in: folder)
        let small = try await lab(
            "history", "show", "--no-charts", "--fail-on-regression", in: folder)
        #expect(small.code == 0, "\(small.errors)")
        #expect(!small.output.contains("regressed"), "\(small.output)")
        #expect(small.output.contains("equivalent"))
    }

    @Test func `A change that was acknowledged is shown with its note, and fails no more`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await history(1.3, in: folder)
        let before = try await lab(
            "history", "show", "--no-charts", "--fail-on-regression", in: folder)
        #expect(before.code == 5, "\(before.errors)")
        #expect(before.lastLine.contains("result=regressed code=5"))
        // The report shows the arguments that acknowledge an open change.
        let command = before.output.replacing(#/ \\\n +/#, with: " ")
        #expect(command.contains("--series smoke/siblings/main.busy.total --commit 5555555"))
        let acknowledge = ["history", "acknowledge", "--series", "smoke/siblings/main.busy.total"]
        for (commit, code) in [("1111111111", Int32(2)), ("55555555", 0)] {
            var lab = LabProcess()
            lab.arguments =
                acknowledge + ["--commit", commit, "--note", "Checks each save, as decided."]
            lab.folder = folder.path
            let result = try await lab.run()
            #expect(result.code == code, "\(result.errors)")
        }
        let after = try await lab(
            "history", "show", "--no-charts", "--fail-on-regression", in: folder)
        #expect(after.code == 0, "\(after.errors)")
        #expect(after.output.contains("acknowledged: Checks each save, as decided."))
        #expect(after.output.contains("+30 %"))
        #expect(
            FileManager.default.fileExists(
                atPath: folder.file("Reports/history.acknowledged.ndjson")))
    }

    @Test func `What does not change has no change`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var add = LabProcess("history", "add")
        add.folder = folder.path
        for night in 1...28 {
            try Self.night(night, busy: SampleRun.noise[night % 12])
                .write(to: folder, as: "n\(night)")
            add.arguments.append("n\(night)")
        }
        #expect(try await add.run().code == 0)
        let shown = try await lab("history", "show", "--no-charts", in: folder)
        #expect(shown.output.contains("no series has changed its level"))
    }

    @Test func `A half-written line is skipped and said, and the rest is kept`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Self.night(1).write(to: folder, as: "a")
        try Self.night(2).write(to: folder, as: "b")
        #expect(try await lab("history", "add", "a", in: folder).code == 0)
        let whole = try folder.text(Self.file)
        try folder.write(String(whole.dropLast(40)), to: Self.file)
        let added = try await lab("history", "add", "b", in: folder)
        #expect(added.code == 0)
        #expect(added.errors.contains("ended in the middle of a line"))
        let shown = try await lab("history", "show", "--no-charts", in: folder)
        #expect(shown.code == 0, "\(shown.errors)")
        #expect(shown.errors.contains("line 3 is skipped: it is cut off, or not JSON"))
        #expect(shown.output.contains("5 figures of 2 runs"))
    }

    @Test func `The same run is not added twice`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Self.night(1).write(to: folder, as: "a")
        #expect(try await lab("history", "add", "a", in: folder).code == 0)
        let again = try await lab("history", "add", "a", in: folder)
        #expect(again.output.contains("0 figures added"))
        #expect(again.output.contains("3 were there already"))
        let written = try lines(folder)
        #expect(written.count == 3)
        // Nor beside the lines of a former build, which name no machine.
        let machine = try Regex("\"machine\":\"[^\"]*\",?")
        let former = written.map { $0.replacing(machine, with: "") }
        #expect(former != written)
        try folder.write(former.joined(separator: "\n") + "\n", to: Self.file)
        let later = try await lab("history", "add", "a", in: folder)
        #expect(later.output.contains("3 were there already"))
        #expect(try lines(folder) == former)
    }

    // process 1          process 2          …
    // ─────────          ─────────
    // lock
    // append             waits for the lock
    // unlock             lock, append
    @Test func `Processes that add to one history at once lose nothing`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let nights = 1...8
        for night in nights { try Self.night(night).write(to: folder, as: "n\(night)") }
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for night in nights {
                group.addTask {
                    try await self.lab("history", "add", "n\(night)", in: folder).code
                }
            }
            for try await code in group { #expect(code == 0) }
        }
        let found = try lines(folder)
        #expect(found.count == 3 * nights.count)
        for line in found {
            #expect(throws: Never.self) {
                _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
            }
        }
        let shown = try await lab("history", "show", "--no-charts", in: folder)
        #expect(shown.output.contains("24 figures of 8 runs"))
        #expect(!shown.errors.contains("skipped"))
    }

    @Test func `Nothing to add and nothing to show are no success`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try SampleRun(isInterrupted: true).write(to: folder, as: "a")
        for (arguments, words) in [
            (["add", "a"], "nothing to add"), (["add", "nowhere"], "there is no run"),
            (["show"], "there is no history"), (["add"], "run"),
            (["add", "a", "--metric", "main.dely.p99"], "main.dely.p99"),
        ] {
            var lab = LabProcess("history")
            lab.arguments += arguments
            lab.folder = folder.path
            let result = try await lab.run()
            #expect(result.code == 2, "\(arguments)")
            #expect(result.errors.contains(words), "\(result.errors)")
        }
        try Self.night(1).write(to: folder, as: "b")
        #expect(try await lab("history", "add", "b", in: folder).code == 0)
        let other = try await lab("history", "show", "--workload", "import-10k", in: folder)
        #expect(other.code == 2)
        #expect(other.errors.contains("it has the workloads smoke"))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/prlimit")))
    func `A full disk ends with 9, and the history is as it was`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Self.night(1).write(to: folder, as: "a")
        try Self.night(2).write(to: folder, as: "b")
        #expect(try await lab("history", "add", "a", in: folder).code == 0)
        let before = try folder.text(Self.file)
        let result = try await lab(
            "history", "add", "b", in: folder,
            wrapper: ["/usr/bin/prlimit", "--fsize=\(before.utf8.count + 100)"])
        #expect(result.code == 9, "\(result.errors)")
        #expect(try folder.text(Self.file) == before)
    }
}

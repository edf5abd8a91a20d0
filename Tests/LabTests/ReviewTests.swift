import Foundation
import Testing

/// `lab report` and `lab review`: pages of what was found out.
struct `Pages for a review` {
    private func lab(
        _ arguments: [String], in folder: TemporaryFolder
    ) async throws -> LabProcess.Result {
        var lab = LabProcess(arguments: arguments)
        lab.folder = folder.path
        return try await lab.run()
    }

    private func run(
        _ workload: String, to output: String, in folder: TemporaryFolder
    ) async throws {
        let result = try await lab(
            [
                "run", "--workload", workload, "--topology", "siblings", "--repetitions", "1",
                "--set", "roles.importer.take=40", "--no-charts", "--quiet", "--output", output,
            ], in: folder)
        #expect(result.code == 0, "\(result.errors)")
    }

    @Test func `A page made later is the page that the run wrote`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await run("smoke", to: "run", in: folder)
        let written = try folder.text("run/report.html")
        let again = try await lab(["report", "run", "--html", "again.html"], in: folder)
        #expect(again.code == 0, "\(again.errors)")
        #expect(again.lastLine.hasSuffix("report=again.html"))
        #expect(try folder.text("again.html") == written)
        // By its file, into its folder.
        let usual = try await lab(["report", "run/run.json"], in: folder)
        #expect(usual.code == 0)
        #expect(try folder.text("run/report.html") == written)
    }

    @Test func `What is no run is one clear error`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await run("smoke", to: "run", in: folder)
        for name in ["cut", "later", "part"] {
            try FileManager.default.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: false)
        }
        try folder.write("{\"schema\": 1", to: "cut/run.json")
        try folder.write("{\"schema\": 99}", to: "later/run.json")
        try folder.write(
            "{\"schema\": 1, \"part\": {\"number\": 1, \"count\": 2, \"total\": 4}}",
            to: "part/run.json")
        for (runs, code, words) in [
            (["none"], 2, "there is no run at none"), (["cut"], 7, "is cut off"),
            (["later"], 7, "has schema 99"), (["part"], 7, "lab merge"),
            ([], 2, "Missing expected argument"),
        ] {
            let result = try await lab(["report"] + runs, in: folder)
            #expect(Int(result.code) == code, "\(runs): \(result.errors)")
            #expect(result.errors.contains(words), "\(runs): \(result.errors)")
        }
        let full = try await lab(["report", "run", "--html", "/dev/full"], in: folder)
        #expect(full.code == 9 && full.errors.contains("--html"), "\(full.errors)")
    }

    @Test func `A review measures, crashes, sweeps and simulates, on one page`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let review = try await lab(
            [
                "review", "--workload", "smoke", "--topology", "siblings", "--topology",
                "private-writer", "--set", "roles.importer.take=40", "--device", "iphone-12",
                "--repetitions", "1", "--no-charts", "--output", "out",
            ], in: folder)
        #expect(review.code == 0, "\(review.errors)")
        #expect(review.lastLine.hasSuffix("report=out/review.html"))
        #expect(review.errors.contains("part 1 of 5, measured runs"))
        for part in ["run", "crash", "flush", "batch", "iphone-12"] {
            #expect(try folder.text("out/\(part)/report.html").hasPrefix("<!DOCTYPE html>"))
        }
        let page = try folder.text("out/review.html")
        for words in [
            "With another flush", "With another roles.importer.batch", "On iPhone 12 (2020)",
            "Crash states of smoke", "id=\"scorecard\"", "merge",
        ] {
            #expect(page.contains(words), "\(words)")
        }
        #expect(!page.contains("Not asked here"))
        // The folders alone give the page again.
        let again = try await lab(
            ["report"] + ["run", "crash", "flush", "batch", "iphone-12"].map { "out/\($0)" }
                + ["--html", "again.html"], in: folder)
        #expect(again.code == 0, "\(again.errors)")
        #expect(try folder.text("again.html") == page)
    }

    @Test func `A review that cannot fit says what to change, before it runs`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for (arguments, words) in [
            (["--within", "1s"], "give more time with --within"),
            (["--within", "5min", "--repetitions", "3"], "exclude each other"),
            (["--device", "iphone-99"], "iphone-99"),
            (["--device", "iphone-12", "--device", "iphone-12"], "given twice"),
        ] {
            let result = try await lab(
                ["review", "--workload", "smoke", "--output", "out"] + arguments, in: folder)
            #expect([2, 3].contains(result.code), "\(arguments): \(result.errors)")
            #expect(result.errors.contains(words), "\(arguments): \(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
        }
    }
}

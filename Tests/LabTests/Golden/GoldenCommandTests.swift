import Foundation
import Testing

/// What the built command says and writes of runs that are given, with its exit code: the same
/// bytes as before.
struct `Golden commands` {
    /// Runs a command in a folder, and adds what it said to the files that it left there.
    private func run(
        _ arguments: [String], in folder: TemporaryFolder, as name: String,
        _ said: inout [String: Data]
    ) async throws {
        var lab = LabProcess()
        lab.arguments = arguments
        lab.folder = folder.path
        let result = try await lab.run()
        let text = """
            lab \(arguments.joined(separator: " "))
            ends with \(result.code)

            \(result.output)
            \(result.errors)
            """
        said["\(name).txt"] = Data(text.utf8)
    }

    /// Compares what lies in a folder and what was said, but for what the test put there, and for
    /// pictures.
    private func check(
        _ folder: TemporaryFolder, _ said: [String: Data], as name: String
    ) throws {
        let files = try GoldenFiles.files(in: folder.path)
            .filter { !$0.key.hasSuffix("run.json") && !$0.key.hasSuffix(".svg") }
            .merging(said) { $1 }
        let moved = files.mapValues { bytes in
            // The test's folder has another name each time.
            String(data: bytes, encoding: .utf8).map {
                Data($0.replacing(folder.path, with: "FOLDER").utf8)
            } ?? bytes
        }
        try GoldenFiles(name: name).check(moved)
    }

    @Test func `Comparisons of given runs are the same`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let base = SampleRun(session: "s")
        try base.write(to: folder, as: "a")
        try base.candidate().write(to: folder, as: "same")
        try base.candidate(["main.busy.total": 1.1, "main.cause.save.total": 1.3])
            .write(to: folder, as: "slower")
        try base.candidate(["main.delay.p99": 0.8]).write(to: folder, as: "faster")
        var other = base
        other.digest = "d2"
        try other.write(to: folder, as: "other")
        var said: [String: Data] = [:]
        for name in ["same", "slower", "faster", "other"] {
            try await run(["compare", "a", name], in: folder, as: "compare-\(name)", &said)
        }
        try await run(
            ["compare", "a", "slower", "--fail-on", "main.delay.p99:5%"], in: folder,
            as: "compare-gate", &said)
        try await run(
            ["compare", "a", "faster", "--fail-on", "main.delay.p9:5%"], in: folder,
            as: "compare-unknown", &said)
        try check(folder, said, as: "comparisons")
    }

    @Test func `A history of given runs is the same`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for night in 1...24 {
            var run = SampleRun()
            run.run = "night-\(night)"
            run.started = "2026-01-\(night < 10 ? "0" : "")\(night)T02:00:00Z"
            run.commit = String(repeating: "\(night % 10)", count: 40)
            let noise = SampleRun.noise[night % 12]
            run.factors = ["main.busy.total": noise * (night < 13 ? 1 : 1.1)]
            try run.write(to: folder, as: "n\(night)")
        }
        var said: [String: Data] = [:]
        try await run(
            ["history", "add"] + (1...24).map { "n\($0)" }, in: folder, as: "history-add", &said)
        try await run(["history", "show"], in: folder, as: "history-show", &said)
        try check(folder, said, as: "history")
    }
}

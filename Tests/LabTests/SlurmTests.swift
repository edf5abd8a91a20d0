import Foundation
import Testing

/// The article's script for a Slurm array, on a cluster of this machine.
@Suite(
    .enabled(
        if: SlurmCluster.isInstalled,
        "Slurm is not installed: apt-get install slurm-wlm munge, and these tests run"))
struct `A Slurm array` {
    /// The article's script, with this build, and a workload of seconds.
    private static func script() throws -> String {
        let article = try Paper("Sources/lab/lab.docc/Simulating.md")
        let text = try #require(article.section("More machines")?.text)
        let block = try #require(text.firstMatch(of: /```bash\n(#!.+?)```/.dotMatchesNewlines()))
        return String(block.1)
            .replacing(".build/release/lab", with: LabProcess.executable)
            .replacing("import-10k", with: "smoke")
            .replacing("--uncertainty 400", with: "--draws 3 --topology siblings")
    }

    @Test func `Three tasks simulate a part each, which lab merge joins`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(try Self.script(), to: "array.sh")
        var cluster = LabProcess(
            "-c", SlurmCluster.script, "cluster", folder.file("slurm"), "sbatch", "--wait",
            "--output=task-%a.log", "array.sh")
        cluster.executable = "/bin/bash"
        cluster.folder = folder.path
        let array = try await cluster.run()
        let logs = (1...3).compactMap { try? folder.text("task-\($0).log") }
        #expect(array.code == 0, "\(array.errors) \(logs)")
        try #require(logs.count == 3)
        var merge = LabProcess(
            "merge", "part-3", "part-1", "part-2", "--no-charts", "--output", "whole")
        merge.folder = folder.path
        let merged = try await merge.run()
        #expect(merged.code == 0, "\(merged.errors)")
        let rows = ResultsFile(try folder.text("whole/results.csv")).rows
        #expect(Set(rows.compactMap { $0["repetition"] }).isSuperset(of: ["1", "2", "3"]))
    }
}

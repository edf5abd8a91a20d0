import Foundation
import Glibc
import Testing

/// The workload determines the length of a run: the command prints it first, and a child's watchdog
/// waits through the pauses between operations.
struct `The length of a run` {
    /// 200 cities in 20 batches, one every 30 s: nine and a half minutes.
    private static let slowServer = [
        "--set", "roles.importer.batch=10", "--set", "roles.importer.pace=30s",
    ]

    private func lab(_ arguments: [String]) async throws -> LabProcess.Result {
        try await LabProcess(arguments: arguments).run()
    }

    @Test func `A workload is explained with the time that its pace takes`() async throws {
        let slow = try await lab(["explain", "smoke"] + Self.slowServer)
        #expect(slow.code == 0, "\(slow.errors)")
        let text = slow.output.replacing("\n", with: " ")
        #expect(text.contains("Length. One run takes about 9 min 30 s"), "\(slow.output)")
        let open = try await lab(["explain", "smoke", "--set", "roles.importer.pace=none"])
        #expect(open.output.contains("Length. One run takes 450 ms at least"), "\(open.output)")
    }

    @Test func `A workload that is well is checked with its length`() async throws {
        let copy = try WorkloadCopy()
        defer { copy.folder.remove() }
        try copy.replace("pace: 30ms", by: "pace: 45s", in: "smoke.yaml")
        let result = try await lab(["lint", copy.workload])
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output.contains("operations, about 2 min 15 s a run"), "\(result.output)")
    }

    @Test func `A suite is told with its length, and the whole of it`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(
            """
            schema: 1
            title: Two
            runs:
              - name: slow
                workload: smoke
                topologies: [siblings]
                set: { crash.kills: 0, roles.importer.pace: 90s }
              - { name: quick, workload: smoke, topologies: [siblings], set: { crash.kills: 0 } }

            """, to: "two.suite.yaml")
        let result = try await lab(["suite", folder.file("two.suite.yaml"), "--dry-run"])
        #expect(result.code == 0, "\(result.errors)")
        // Three pauses between four batches.
        #expect(result.output.contains("slow  about 4 min 31 s"), "\(result.output)")
        #expect(result.output.contains("2 runs, about 4 min 32 s in all"), "\(result.output)")
    }

    @Test func `A run says before it begins how long it will take`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var run = LabProcess()
        run.arguments =
            [
                "--workload", "smoke", "--topology", "siblings", "--repetitions", "2", "--set",
                "crash.kills=0", "--output", folder.file("report"), "--no-charts",
            ] + Self.slowServer
        let errors = try await run.run { process in
            Child.wait(for: 1, of: process)
            kill(process, SIGINT)
        }.errors
        #expect(
            errors.hasPrefix("lab: this takes about 19 min 2 s: 2 runs of about 9 min 31 s each"),
            "\(errors)")
    }

    @Test(arguments: [(nil, "4000 simulated runs"), ("2/4", "1000 simulated runs")])
    func `A simulation foretells the runs of its shard`(shard: String?, runs: String) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var simulation = LabProcess()
        simulation.arguments =
            [
                "simulate", "--workload", "import-10k", "--draws", "1000", "--output",
                folder.file("report"),
            ] + (shard.map { ["--shard", $0] } ?? [])
        let errors = try await simulation.run { process in
            Child.wait(for: 1, of: process)
            kill(process, SIGINT)
        }.errors
        #expect(errors.hasPrefix("lab: this takes about "), "\(errors)")
        #expect(errors.contains(": \(runs)"), "\(errors)")
    }

    @Test func `A study says before it begins how long it will take`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(
            """
            schema: 1
            title: Two stacks
            source: arithmetic
            workload: smoke
            arms:
              merged:
                topology: siblings
                set: { roles.importer.pace: 30s }
                published: { main.busy.total: 10ms }
              nested: { topology: child-of-main, published: { main.busy.total: 30ms } }

            """, to: "two.study.yaml")
        var study = LabProcess(
            "study", folder.file("two.study.yaml"), "--repetitions", "1", "--output",
            folder.file("report"))
        study.folder = folder.path
        let errors = try await study.run { process in
            Child.wait(for: 1, of: process)
            kill(process, SIGINT)
        }.errors
        #expect(errors.hasPrefix("lab: this takes about 1 min 33 s: 2 runs"), "\(errors)")
    }

    @Test func `A stack that waits for its server is not stuck`() async throws {
        let copy = try WorkloadCopy()
        defer { copy.folder.remove() }
        // Two batches, twelve seconds apart, and nothing else that moves.
        try copy.replace("take: 200", by: "take: 100", in: "smoke.yaml")
        try copy.replace("pace: 30ms", by: "pace: 12s", in: "smoke.yaml")
        try copy.replace(
            "for: 150ms, roles: [importer, ui, display]", by: "for: 150ms, roles: [importer]",
            in: "smoke.yaml")
        let result = try await lab([
            "--workload", copy.workload, "--topology", "siblings", "--set", "crash.kills=0",
            "--output", copy.folder.file("report"), "--no-charts", "--quiet",
        ])
        #expect(result.code == 0, "\(result.errors)")
    }
}

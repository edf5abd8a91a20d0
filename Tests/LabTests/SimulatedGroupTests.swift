import Foundation
import Testing

/// Simulated runs that share a process, as some do for speed.
struct `Simulated runs in one process` {
    private func simulate(
        _ arguments: [String], into folder: TemporaryFolder, as name: String
    ) async throws -> LabProcess.Result {
        try await LabProcess(
            arguments: ["simulate", "--output", folder.file(name), "--no-charts", "--quiet"]
                + arguments
        ).run()
    }

    /// The lines of a topology in a file, without the number of its run.
    private func lines(
        _ topology: String, of file: String, in folder: TemporaryFolder
    ) throws -> [String] {
        try folder.text(file).split(separator: "\n").filter { $0.contains(",\(topology),") }
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst(2) }
            .map { $0.joined(separator: ",") }
    }

    /// private-writer merges and flushes, siblings merge by themselves: they ask for different
    /// notifications, and the third run would hear of those that the first asked for.
    @Test func `A run after others is the run in a process of its own`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let names = ["private-writer", "siblings", "child-of-main", "single-main"]
        let work = ["--workload", "smoke", "--draws", "2"]
        let together = try await simulate(
            work + names.flatMap { ["--topology", $0] }, into: folder, as: "together")
        #expect(together.code == 0, "\(together.errors)")
        for name in names {
            // One draw of one topology has a process of its own.
            let alone = try await simulate(
                ["--workload", "smoke", "--draws", "1", "--topology", name], into: folder,
                as: name)
            #expect(alone.code == 0, "\(alone.errors)")
            for file in ["stretches.csv", "loss.csv"] {
                let own = try lines(name, of: "\(name)/\(file)", in: folder)
                let shared = Set(try lines(name, of: "together/\(file)", in: folder))
                // The runs that a file shows are chosen among the draws.
                #expect(!own.isEmpty)
                #expect(own.allSatisfy(shared.contains), "\(name), \(file)")
            }
        }
    }

    @Test func `A topology that traps fails alone`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let work = [
            "--workload", "share-by-id", "--set", "roles.importer.take=200", "--draws", "2",
            "--wrong-way", "-com.apple.CoreData.ConcurrencyDebug", "1",
        ]
        let alone = try await simulate(
            work + ["--topology", "single-main"], into: folder, as: "alone")
        #expect(alone.code == 0, "\(alone.errors)")
        let both = try await simulate(
            work + ["--topology", "siblings", "--topology", "single-main"], into: folder,
            as: "both")
        #expect(both.code == 6, "\(both.errors)")
        #expect(
            both.errors.contains("concurrency debugging: value(forKey:) of an object of City"),
            "\(both.errors)")
        for file in ["stretches.csv", "loss.csv"] {
            let found = try ["alone", "both"].map {
                try lines("single-main", of: "\($0)/\(file)", in: folder)
            }
            #expect(found[0] == found[1] && !found[0].isEmpty, "\(file)")
        }
    }
}

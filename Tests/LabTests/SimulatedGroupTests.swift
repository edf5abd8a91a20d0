import Bench
import Execution
import Foundation
import Results
import Runs
import Testing
import Topologies

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

    @Test func `Two processes that share runs run each once, and tell of it`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let topology = try #require(TopologyCatalogue.all.first { $0.name == "siblings" })
        let requests = (1...6).map { number in
            var request = RepetitionRequest(
                workload: "smoke", variant: "siblings", topology: topology.json,
                repetition: number, storeDirectory: folder.file("\(number)"),
                mode: .simulate(.reference), result: folder.file("\(number).json"),
                stallLimitSeconds: 60)
            request.claim = folder.file("\(number).claim")
            return request
        }
        let paths = requests.map { $0.result + ".request" }
        for (request, path) in zip(requests, paths) {
            try FileManager.default.createDirectory(
                atPath: request.storeDirectory, withIntermediateDirectories: true)
            try request.write(to: path)
        }
        let arguments = [BenchPlan.childSubcommand]
        async let first = LabProcess(arguments: arguments + paths).run()
        async let second = LabProcess(arguments: arguments + paths.reversed()).run()
        let (one, other) = try await (first, second)
        #expect(one.code == 0 && other.code == 0, "\(one.errors)\(other.errors)")
        let said = (one.output + other.output).split(separator: "\n").map(String.init)
        #expect(said.sorted() == requests.map(\.result))
        for request in requests {
            guard case .simulated(let run)? = try ChildReport.read(from: request.result) else {
                Issue.record("no report of run \(request.repetition)")
                continue
            }
            #expect(run.result.record.repetition == request.repetition)
            #expect(!run.result.figures.isEmpty)
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

    /// Simulates `smoke` on siblings, with a sync whose time scatters.
    private func record(ofChance chance: Int) async throws -> RunRecord {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let topology = try #require(TopologyCatalogue.all.first { $0.name == "siblings" })
        var costs = UnitCosts.reference
        costs.tail = LatencyTail([.init(0.9, 3)], cap: 9)
        var request = RepetitionRequest(
            workload: "smoke", variant: "siblings", topology: topology.json, repetition: 1,
            storeDirectory: folder.path, mode: .simulate(costs),
            result: folder.file("result.json"), stallLimitSeconds: 60)
        request.chance = chance
        try request.write(to: folder.file("request"))
        let child = try await LabProcess(BenchPlan.childSubcommand, folder.file("request")).run()
        guard case .simulated(let repetition)? = try ChildReport.read(from: request.result) else {
            Issue.record("no finished report: \(child.errors)")
            throw CancellationError()
        }
        return repetition.result.record
    }

    @Test func `Another chance has the same operations, and other times of syncs`() async throws {
        let first = try await record(ofChance: 1)
        let again = try await record(ofChance: 1)
        let other = try await record(ofChance: 2)
        #expect(other.executedDigest == first.executedDigest)
        #expect(other.outcomeDigest == first.outcomeDigest)
        let times = [first, again, other].map { $0.operations.map(\.ended) }
        #expect(times[1] == times[0])
        #expect(times[2] != times[0])
    }
}

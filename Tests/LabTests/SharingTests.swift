import Foundation
import Testing

/// The workload share-by-id: a did-save handler that takes IDs, and one that takes objects.
struct `Objects that go from queue to queue` {
    private static let debugging = ["-com.apple.CoreData.ConcurrencyDebug", "1"]

    private func run(_ arguments: [String], in folder: TemporaryFolder) async throws
        -> LabProcess.Result
    {
        var lab = LabProcess()
        lab.arguments =
            [
                "--workload", "share-by-id", "--set", "roles.importer.take=200", "--set",
                "phases.import.for=150ms", "--repetitions", "1", "--output",
                folder.file("report"), "--no-charts", "--quiet",
            ] + arguments
        return try await lab.run()
    }

    @Test func `By their IDs they may be read anywhere, which concurrency debugging confirms`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(Self.debugging, in: folder)
        #expect(result.code == 0, "\(result.errors)")
    }

    // Not container-background: its context, which would trap, may be gone before main looks.
    @Test(arguments: ["siblings", "child-of-main"])
    func `The objects themselves trap under concurrency debugging`(topology: String) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(
            Self.debugging + ["--wrong-way", "--topology", topology], in: folder)
        // It is the stack that is wrong, and not the lab.
        #expect(result.code == 6, "\(result.errors)")
        #expect(result.output.contains("OFF ITS QUEUE"))
        #expect(!result.output.contains("TRAPPED"))
        #expect(
            result.errors.contains("concurrency debugging: value(forKey:) of an object of City"))
    }

    @Test func `In one context for all the wrong way is the right one`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(
            Self.debugging + ["--wrong-way", "--topology", "single-main"], in: folder)
        #expect(result.code == 0, "\(result.errors)")
    }
}

import Foundation
import Testing
import Topologies
import WorkloadEngine

/// Imports that are cancelled half-way.
extension RunnerTests {
    /// Three of six lines, in batches of two.
    ///
    ///     lines   1   2 │ 3 ╎ 4 │ 5   6
    ///             saved │ rolled back, and no batch follows
    private static let cancelled = ("batch: 2,", "batch: 2, cancel-after: 50 %,")

    @Test(
        arguments: [
            "single-main", "private-writer", "siblings", "child-of-main", "container-background",
            "writer-main-worker", "siblings:merge=automatic", "siblings-history",
            "two-coordinators",
        ])
    func `What a cancelled import has saved is whole, and nothing else of it is there`(
        _ topology: String
    ) async throws {
        let run = try await run(topology, Self.cancelled)
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.differences == [])
        #expect(run.outcome.isAsExpected)
        let importing = run.plan.operations.filter { $0.role == .importer }
        #expect(importing.map(\.kind) == [.importBatch, .cancelBatch])
        #expect(importing[1].edits == 0)
        #expect(importing.allSatisfy { run.seen.ended.contains($0.index) })
    }

    @Test(arguments: [
        "method: upsert", "relationships: second-pass", "reset: true", "find: each",
        "method: batch-insert, relationships: none",
        "method: batch-insert-block, relationships: none",
    ])
    func `An import of any way can be cancelled, between batches where it is a request`(
        _ way: String
    ) async throws {
        for topology in ["siblings", "single-main"] {
            let run = try await run(topology, Self.cancelled, ("pace: 10ms", "pace: 10ms, \(way)"))
            #expect(run.outcome.isAsExpected)
            let kinds = run.plan.operations.filter { $0.role == .importer }.map(\.kind)
            let isRequest = way.contains("batch-insert")
            #expect(kinds == (isRequest ? [.importBatch] : [.importBatch, .cancelBatch]))
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `A cancelled batch does not depend on the order in which queues run`(
        _ interleaving: UInt64
    ) throws {
        for topology in ["private-writer", "child-of-main", "container-background"] {
            let outcome = try runInVirtualTime(topology, interleaving, Self.cancelled)
            #expect(outcome.differences == [])
            #expect(outcome.isAsExpected)
        }
    }
}

import Execution
import Synchronization
import Testing
import Topologies
import WorkloadEngine

// The ways to import, to read and to save that a workload can ask for, on stacks that differ.
extension RunnerTests {
    private static let importer = "find-or-create: Country, batch: 2, pace: 10ms"

    private static let ways = [
        "find: each", "find: sorted", "relationships: none", "relationships: second-pass",
        "relationships: second-pass, find: each, link-batch: 1", "reset: true",
        "method: upsert", "method: upsert, find: each", "method: upsert, find: sorted",
        "method: upsert, relationships: none", "method: batch-insert, relationships: none",
        "method: batch-insert-block, relationships: none",
    ]

    private static let stacks = [
        "single-main", "siblings", "child-of-main", "writer-main-worker", "container-background",
        "two-coordinators",
    ]

    @Test(arguments: ways, stacks)
    func `Each way to import ends with the expected data`(
        _ way: String, _ topology: String
    ) async throws {
        let preload =
            way.contains("upsert")
            ? "name: preload, notes: 20, imported: 3" : "name: preload, notes: 20"
        let run = try await run(
            topology, (Self.importer, Self.importer + ", " + way),
            ("name: preload, notes: 20", preload))
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.differences == [])
        #expect(run.outcome.isAsExpected)
        for operation in run.plan.operations where operation.role == .importer {
            #expect(run.seen.edits[operation.index] == operation.edits, "\(operation)")
        }
    }

    @Test func `Generated lines are the same for a seed, and imported as read ones are`()
        async throws
    {
        let generated = (
            "import: cities.jsonl", "generate: 30, find-or-create-from: countries.jsonl"
        )
        let first = try await run("siblings", generated)
        let again = try await run("child-of-main", generated)
        let other = try await run("siblings", generated, ("seed: 7", "seed: 8"))
        #expect(first.outcome.isAsExpected && again.outcome.isAsExpected)
        let cities = [first, again, other].map { ExpectedData($0.plan).content.rows(of: "City") }
        #expect(cities[0].count == 30)
        #expect(cities[0] == cities[1])
        #expect(cities[0] != cities[2])
        // The countries are those of the file.
        #expect(cities[0].allSatisfy { $0.line.hasSuffix("\"CH\"") || $0.line.hasSuffix("\"DE\"") })
        #expect(first.outcome.expectedDigest == again.outcome.expectedDigest)
    }

    @Test(arguments: ["single-main", "private-writer", "private-child-only", "siblings"])
    func `Every kind of reading and editing is done once, and loses nothing`(
        _ topology: String
    ) async throws {
        let mix = """
            fetch-page: 0.1, fetch-async: 0.2, scroll: 0.1, search: 0.1, fetch-one: 0.1, \
            fetch-all: 0.1, add: 0.1, edit: 0.1, delete: 0.1
            """
        let run = try await run(
            topology, ("fetch-page: 0.3, search: 0.2, edit: 0.3, delete: 0.2", mix))
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.isAsExpected)
        let kinds = Set(run.plan.operations.map(\.kind))
        #expect(kinds.isSuperset(of: [.fetchAsync, .scroll, .fetchOne, .fetchAll, .add]))
        #expect(run.outcome.executedDigest == run.plan.digest)
    }

    @Test(arguments: TopologyCatalogue.all.map { $0.name }, ["after-edit", "on-background"])
    func `Nobody finds an object that the user has deleted`(
        _ topology: String, _ save: String
    ) async throws {
        let run = try await run(
            topology,
            (
                "fetch-page: 0.3, search: 0.2, edit: 0.3, delete: 0.2",
                "edit: 0.3, delete: 0.2, look-up: 0.5"
            ),
            ("save: after-edit", "save: \(save)"),
            ("display: {", "app: { background: fixed 50/s }\n  display: {"),
            ("roles: [importer, ui, display]", "roles: [importer, ui, display, app]"),
            flush: "lifecycle")
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.isAsExpected)
        #expect(run.plan.operations.count { $0.kind == .lookUp } > 3)
    }

    @Test(arguments: ["error", "store-trump", "object-trump", "overwrite", "rollback"])
    func `Where a server changes the same notes, each ends as one version, whole`(
        _ policy: String
    ) async throws {
        for topology in ["siblings:merge-policy=\(policy)", "child-of-main"] {
            let run = try await run(
                topology,
                ("display: {", "sync: { arrivals: poisson 300/s, batch: 3 }\n  display: {"),
                ("edit: 0.3, delete: 0.2", "edit: 0.5"),
                ("roles: [ui, display]", "roles: [ui, sync, display]"))
            #expect(run.outcome.failures.map(\.description) == [])
            #expect(run.outcome.differences == [])
            #expect(run.outcome.isAsExpected, "\(topology): \(run.outcome.saveFailures)")
            #expect(run.seen.givenUp.sorted() == run.outcome.refused)
            if policy != "error" { #expect(run.outcome.refused == []) }
        }
    }

    @Test(arguments: ["single-main", "private-writer", "child-of-main-unsaved", "writer-siblings"])
    func `Edits that wait for the background are saved there, or at termination`(
        _ topology: String
    ) async throws {
        let run = try await run(
            topology, ("save: after-edit", "save: on-background"),
            ("display: {", "app: { background: fixed 50/s }\n  display: {"),
            ("roles: [importer, ui, display]", "roles: [importer, ui, display, app]"),
            flush: "lifecycle")
        #expect(run.outcome.isAsExpected)
        #expect(run.plan.operations.contains { $0.kind == .enterBackground })
        #expect(run.seen.phases.contains("will terminate"))
        let edits = run.plan.operations.filter {
            $0.role == .ui && $0.kind.isEdit && $0.kind != .preload
        }
        // Edits that are saved at termination only were never believed saved.
        let believed = edits.filter { run.seen.saved.contains($0.index) }
        #expect(believed.isEmpty == (topology == "child-of-main-unsaved"))
    }

    /// Virtual time makes the conflicts the same in every process.
    @Test func `An edit that is refused is given up, and all others are kept`() throws {
        var refused = 0
        for interleaving in 0..<8 as Range<UInt64> {
            let outcome = try runInVirtualTime(
                "siblings:merge-policy=error,merge=none", interleaving,
                ("display: {", "sync: { arrivals: poisson 800/s, batch: 3 }\n  display: {"),
                ("edit: 0.3, delete: 0.2", "edit: 0.5"), ("poisson 200/s", "poisson 800/s"),
                ("roles: [ui, display]", "roles: [ui, sync, display]"), ("notes: 20", "notes: 4"))
            #expect(outcome.differences == [])
            #expect(outcome.isAsExpected)
            refused += outcome.refused.count
        }
        #expect(refused > 0)
    }

    @Test func `What a termination had no time for could have been saved`() async throws {
        let run = try await run(
            "private-writer",
            ("display: {", "app: { background: fixed 1/s, terminate-within: 0s }\n  display: {"),
            ("roles: [ui, display]", "roles: [ui, display, app]"), flush: "lifecycle")
        #expect(run.outcome.isAsExpected)
        // The writer is saved once before, for the notes; the saves of terminating come after.
        let end = try #require(run.seen.phases.firstIndex(of: "will terminate"))
        #expect(run.seen.phases[end...].contains("done"))
        #expect(run.seen.saves.filter { $0 == "did writer" }.count >= 2)
    }

    // The block stands for the merge of a save that took longer than the phase.
    @Test func `A phase ends when main has done what the last save left there`() async throws {
        let workload = try sample.workload(
            ("pace: 10ms", "pace: none"), ("batch: 2", "batch: 6"), ("for: 60ms", "for: 1ms"),
            ("roles: [importer, ui, display]", "roles: [importer]"))
        let run = try prepare(workload, on: "siblings:merge=none")
        let (execution, observer) = (run.execution, run.observer)
        let merged = Mutex<Instant?>(nil)
        observer.afterImporterSave.withLock {
            $0 = {
                execution.mainQueue.async {
                    execution.occupyCore(for: .milliseconds(5))
                    merged.withLock { $0 = execution.now }
                }
            }
        }
        let outcome = await withCheckedContinuation { continuation in
            execution.mainQueue.async { run.runner.run { continuation.resume(returning: $0) } }
        }
        try run.stack.closeStores()
        #expect(outcome.isAsExpected)
        let phases = observer.seen.phases.filter { $0.hasPrefix("end") }
        let end = observer.seen.ends[try #require(phases.firstIndex(of: "end import"))]
        let last = merged.withLock { $0 }
        #expect(end >= (try #require(last)))
    }

    @Test(arguments: ["binary", "xml", "in-memory"], ["single-main", "siblings", "child-of-main"])
    func `Every type of store ends with the expected data`(
        _ type: String, _ topology: String
    ) async throws {
        let run = try await run(topology, ("type: sqlite", "type: \(type)"))
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.isAsExpected)
    }

    @Test func `A list on the screen is told of what its context merges, and of nothing else`()
        async throws
    {
        let list = ("ui: { arrivals", "ui: { list: fetched-results, arrivals")
        let merged = try await run("siblings", list)
        let deaf = try await run("siblings:merge=none", list)
        let shared = try await run("single-main", list)
        #expect(merged.outcome.isAsExpected && deaf.outcome.isAsExpected)
        #expect(merged.seen.listRows >= 6)
        #expect(deaf.seen.listRows == 0)
        #expect(shared.seen.listRows >= 6)
    }

    @Test(arguments: ["ids", "objects"])
    func `What was saved can be read on main by its IDs, or where all share one context`(
        _ what: String
    ) async throws {
        let shown = ("ui: { arrivals", "ui: { on-did-save: \(what), arrivals")
        let stacks =
            what == "ids"
            ? ["siblings", "container-background", "writer-main-worker"] : ["single-main"]
        for topology in stacks {
            let run = try await run(topology, shown)
            #expect(run.outcome.failures.map(\.description) == [])
            #expect(run.outcome.isAsExpected)
        }
    }

    @Test func `One row is found by a range of its key, once it is there`() async throws {
        let run = try await run(
            "single-main",
            (
                "mix: { fetch-page: 0.3, search: 0.2, edit: 0.3, delete: 0.2 }",
                "mix: { fetch-one: 1 }"
            ), ("for: 40ms", "for: 100ms"))
        #expect(run.outcome.isAsExpected)
        let late = run.plan.operations.filter { $0.kind == .fetchOne && $0.phase == 2 }
        #expect(late.count > 3)
        for operation in late { #expect(run.seen.rows[operation.index] == 1) }
    }

    @Test func `After a save that it does not merge the ui fetches its list again`() async throws {
        let run = try await run("siblings-refetch")
        #expect(run.outcome.isAsExpected)
        #expect(run.seen.refetches >= 1)
    }
}

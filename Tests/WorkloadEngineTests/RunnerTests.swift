import CoreData
import Documents
import Execution
import Foundation
import Results
import StoreIO
import Testing
import Topologies
import WorkloadEngine

/// Runs of a small workload on real queues.
@Suite(.serialized) struct RunnerTests {
    let sample: SampleWorkload

    init() throws {
        sample = try SampleWorkload()
    }

    struct Run {
        var outcome: Outcome
        var seen: RecordingObserver.Log
        var plan: OperationPlan
        var failures: [StackFailure]
    }

    /// Runs the sample on a topology and waits for its end.
    func run(
        _ topology: String, _ replacements: (String, String)..., includesDisplay: Bool = true,
        flush: String = "every 20ms",
        changingModel change: (NSManagedObjectModel) -> Void = { _ in }
    ) async throws -> Run {
        try await run(
            sample.parse(SampleWorkload.text(replacements)), on: topology,
            includesDisplay: includesDisplay, flush: flush, changingModel: change)
    }

    /// Runs a workload on a topology and waits for its end.
    func run(
        _ workload: Workload, on topology: String, includesDisplay: Bool = true,
        flush: String = "every 20ms",
        changingModel change: (NSManagedObjectModel) -> Void = { _ in }
    ) async throws -> Run {
        let prepared = try prepare(
            workload, on: topology, includesDisplay: includesDisplay, flush: flush,
            changingModel: change)
        let outcome = await withCheckedContinuation { continuation in
            prepared.execution.mainQueue.async {
                prepared.runner.run { continuation.resume(returning: $0) }
            }
        }
        let run = Run(
            outcome: outcome, seen: prepared.observer.seen, plan: prepared.plan,
            failures: prepared.stack.failures)
        // The queues' execution keeps the stack: the descriptors of all runs would add up.
        try prepared.stack.closeStores()
        return run
    }

    /// What a run needs, before it begins.
    struct Prepared {
        let plan: OperationPlan
        let execution: DispatchExecution
        let observer: RecordingObserver
        let stack: TopologyStack
        let runner: Runner
    }

    func prepare(
        _ workload: Workload, on topology: String, includesDisplay: Bool = true,
        flush: String = "every 20ms",
        changingModel change: (NSManagedObjectModel) -> Void = { _ in }
    ) throws -> Prepared {
        let plan = try OperationPlan(workload)
        let model = try workload.loadModel()
        change(model)
        let topology = try workload.resolved(
            VariantSpec(topology, option: "--topology"), defaults: [("flush", flush)]
        ).topology
        let execution = DispatchExecution(observer: nil)
        let observer = RecordingObserver(execution: execution)
        let url = sample.folder.appending(path: "\(UUID().uuidString).sqlite")
        let stack = try Executions.$current.withValue(execution) {
            try TopologyStack(
                topology, model: model, storeURL: url,
                storeType: workload.store.kind.storeType,
                storeOptions: workload.store.options, observer: observer)
        }
        let runner = Runner(
            plan: plan, workload: workload, stack: stack, observer: observer,
            execution: execution, includesDisplay: includesDisplay)
        return Prepared(
            plan: plan, execution: execution, observer: observer, stack: stack, runner: runner)
    }

    /// Runs the sample on simulated queues, without a display.
    func runInVirtualTime(
        _ topology: String, _ interleaving: UInt64, _ replacements: (String, String)...
    ) throws -> Outcome {
        try runInVirtualTime(
            sample.parse(SampleWorkload.text(replacements)), topology, interleaving)
    }

    func runInVirtualTime(
        _ workload: Workload, _ topology: String, _ interleaving: UInt64,
        readPastTheEngine: Bool = false, losingRowOf table: String? = nil,
        counted: (WorkCounts) -> Void = { _ in }
    ) throws -> Outcome {
        weak var ran: TopologyStack?
        let outcome = try simulate(
            workload, topology, interleaving, readPastTheEngine, losingRowOf: table
        ) { stack, counts in
            ran = stack
            counted(counts)
        }
        // Runs in virtual time share a process, which would keep the objects of all of them.
        #expect(ran == nil)
        return outcome
    }

    private func simulate(
        _ workload: Workload, _ topology: String, _ interleaving: UInt64,
        _ readsPastTheEngine: Bool, losingRowOf table: String?,
        didRun: (TopologyStack, WorkCounts) -> Void
    ) throws -> Outcome {
        let plan = try OperationPlan(workload)
        let topology = try workload.resolved(VariantSpec(topology, option: "--topology")).topology
        let execution = VirtualExecution(seed: workload.seed, interleaving: interleaving)
        let observer = RecordingObserver(execution: execution)
        let url = sample.folder.appending(path: "\(UUID().uuidString).sqlite")
        try Executions.$current.withValue(execution) {
            let stack = try execution.run {
                let stack = try TopologyStack(
                    topology, model: workload.loadModel(), storeURL: url,
                    storeOptions: workload.store.options, observer: observer)
                if let table { try StorePlant.loseFirstRow(of: table, inDatabaseAt: url.path) }
                Runner(
                    plan: plan, workload: workload, stack: stack, observer: observer,
                    execution: execution, includesDisplay: false,
                    scan: readsPastTheEngine ? try ContentScan(plan, workload.loadModel()) : nil
                ).run { _ in }
                return stack
            }
            didRun(stack, execution.workCounts)
            try execution.run { try stack.closeStores() }
        }
        execution.close()
        return try #require(observer.seen.outcomes.last)
    }

    static let variants = [
        "single-main", "private-writer", "siblings", "child-of-main",
        "private-writer:route=perform-in-perform",
        "private-writer:route=perform-and-wait-then-perform", "private-writer:flush=immediate",
        "private-writer:flush=lifecycle", "private-writer:flush=idle 10ms",
        "siblings:merge=automatic", "siblings:pool=1", "single-main:save-only-if-changed=false",
        "private-child-only", "child-of-main-unsaved", "writer-main-worker", "writer-siblings",
        "container-background", "siblings-refetch", "two-coordinators", "siblings:merge=object-ids",
        "siblings:submission=operation", "siblings:submission=async",
        "child-of-main:save-only-if-changed=false", "siblings-history", "siblings-pinned",
        "siblings-history:history-read=in-receiver", "siblings-pinned:merge=none",
        "siblings-history:history=purge-after-merge", "two-coordinators-history",
        "two-coordinators-history:history=purge-older 20ms",
    ]

    @Test(arguments: variants)
    func `Every topology ends with the expected data, having executed every operation`(
        _ topology: String
    ) async throws {
        let run = try await run(topology)
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.saveFailures == [])
        #expect(run.outcome.differences == [])
        #expect(run.outcome.actualDigest == run.outcome.expectedDigest)
        #expect(run.outcome.executedDigest == run.plan.digest)
        #expect(run.outcome.isAsExpected)
    }

    @Test func `A run tells of its phases, operations and edits in order`() async throws {
        let run = try await run("siblings")
        let seen = run.seen
        #expect(
            seen.phases == [
                "run", "begin preload", "end preload", "begin import", "end import",
                "begin settle", "end settle", "done",
            ])
        #expect(seen.began.sorted() == Array(run.plan.operations.indices))
        #expect(seen.ended.sorted() == seen.began.sorted())
        #expect(seen.wrongQueues.isEmpty)
        let edits = run.plan.operations.filter { $0.kind.isEdit }
        #expect(seen.saved.sorted() == edits.map(\.index))
        for operation in edits { #expect(seen.edits[operation.index] == operation.edits) }
        for role in [Role.ui, .importer] {
            let own = Set(run.plan.operations.filter { $0.role == role }.map(\.index))
            let order = seen.began.filter(own.contains)
            #expect(order == order.sorted())
        }
        #expect(seen.late.allSatisfy { $0 >= .zero })
        #expect(seen.progress >= run.plan.operations.count)
        #expect(!seen.frames.isEmpty)
        #expect(seen.frames.allSatisfy { $0.finished - $0.due >= .milliseconds(1) })
    }

    @Test func `Without the display no frame is drawn`() async throws {
        let run = try await run("single-main", includesDisplay: false)
        #expect(run.seen.frames.isEmpty)
        #expect(run.outcome.isAsExpected)
    }

    @Test func `Fetches see what was imported, later ones more`() async throws {
        // Pages begin at the top in every fifth fetch; six cities make two pages of four.
        let run = try await run("single-main", ("for: 40ms", "for: 150ms"))
        let settled = run.plan.operations(of: 2, role: .ui).filter { $0.kind == .fetchPage }
        let rows = settled.compactMap { run.seen.rows[$0.index] }
        #expect(rows.contains(4))
        #expect(rows.allSatisfy { $0 == 4 || $0 == 2 })
    }

    @Test func `The importer's last city is permanent after a save on the coordinator`()
        async throws
    {
        let siblings = try await run("siblings").seen.sentinels
        #expect(siblings.count == 3)
        #expect(siblings.values.allSatisfy { $0 == [true, false] })
    }

    @Test func `A closed loop submits a batch when the one before is saved`() async throws {
        let run = try await run("child-of-main", ("pace: 10ms", "pace: none"))
        let batches = run.plan.operations.filter { $0.kind == .importBatch }.map(\.index)
        let order = run.seen.saves.filter { batches.map { "saved \($0)" }.contains($0) }
        #expect(order == batches.map { "saved \($0)" })
        #expect(run.outcome.isAsExpected)
    }

    //  child's queue                          main queue
    //  ─────────────                          ──────────
    //  will child, did child
    //                                         will main, did main
    //  saved
    @Test func `A child of main is saved when main has saved too`() async throws {
        let saves = try await run("child-of-main").seen.saves
        let first = try #require(saves.firstIndex(of: "did child"))
        let saved = try #require(saves[first...].firstIndex { $0.hasPrefix("saved ") })
        #expect(saves[first..<saved].contains("did main"))
    }

    @Test func `A private writer is not asked before the flush, and at the end at the latest`()
        async throws
    {
        let lifecycle = try await run("private-writer:flush=lifecycle").seen.saves
        // Once after the initial notes, once in will terminate.
        #expect(lifecycle.count { $0 == "did writer" } == 2)
        let immediate = try await run("private-writer:flush=immediate").seen.saves
        #expect(immediate.count { $0 == "did writer" } > 2)
        let every = try await run("private-writer:flush=10ms").seen.saves
        #expect(every.count { $0 == "did writer" } > 2)
    }

    @Test func `A context without changes is not asked to save, unless the topology says so`()
        async throws
    {
        let only = try await run("single-main").seen.saves
        let all = try await run("single-main:save-only-if-changed=false").seen.saves
        #expect(only.count { $0 == "did main" } < all.count { $0 == "did main" })
    }

    /// A model whose entity has one more attribute, which is required but set by no operation.
    private func demand(_ entity: String) -> (NSManagedObjectModel) -> Void {
        { model in
            let attribute = NSAttributeDescription()
            attribute.name = "neverSet"
            attribute.attributeType = .stringAttributeType
            attribute.isOptional = false
            model.entitiesByName[entity]!.properties.append(attribute)
        }
    }

    @Test(arguments: ["single-main", "siblings", "child-of-main"])
    func `The first operation whose save fails ends the run and is named`(
        _ topology: String
    ) async throws {
        let run = try await run(topology, changingModel: demand("City"))
        let failure = try #require(run.outcome.failures.first)
        #expect(failure.action == "import-batch")
        #expect(failure.domain == NSCocoaErrorDomain)
        #expect(run.outcome.isAsExpected == false)
        #expect(run.outcome.actualDigest.isEmpty)
        #expect(run.outcome.executedDigest != run.plan.digest)
        #expect(
            run.seen.phases == [
                "run", "begin preload", "end preload", "begin import", "end import", "done",
            ])
        #expect(!run.seen.saved.contains(try #require(failure.operation)))
    }

    @Test func `A preload that cannot be saved ends the run in its phase`() async throws {
        let run = try await run("private-writer", changingModel: demand("Note"))
        #expect(run.outcome.failures.map(\.action) == ["preload"])
        #expect(run.seen.phases == ["run", "begin preload", "end preload", "done"])
    }
}

import CoreData
import Documents
import Execution
import Foundation
import Testing
import Topologies
import WorkloadEngine

/// The role observers: who looks, at what, and what it costs.
extension RunnerTests {
    /// The sample whose user only looks, with observers in the phase of the import.
    private static func watched(
        _ observers: String, edits: Bool = false
    ) -> [(String, String)] {
        let mix = "mix: { fetch-page: 0.3, search: 0.2, edit: 0.3, delete: 0.2 }"
        return [
            (mix, edits ? "mix: { edit: 1 }" : "mix: { fetch-page: 1 }"),
            ("  display: {", "  observers: { \(observers) }\n  display: {"),
            ("roles: [importer, ui, display]", "roles: [importer, ui, observers, display]"),
        ]
    }

    /// Six cities, two countries, eight other names.
    private static let imported = 16

    @Test(
        arguments: ["objects", "ids", "fetch"],
        ["siblings", "single-main", "child-of-main", "private-writer", "two-coordinators"])
    func `Each observer reads each object that the user's context saves or merges`(
        _ reads: String, _ topology: String
    ) async throws {
        let workload = try sample.parse(
            SampleWorkload.text(Self.watched("count: 3, reads: \(reads)")))
        let run = try await run(workload, on: topology)
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.isAsExpected)
        #expect(run.seen.observedObjects >= 3 * Self.imported)
        #expect(run.seen.observedObjects.isMultiple(of: 3))
        #expect(run.seen.observerNotes >= 3, "three batches, each of which is saved or merged")
    }

    @Test func `Observers see the user's edits, and nothing in a phase without them`() async throws
    {
        let edited = try sample.parse(
            SampleWorkload.text(Self.watched("count: 2", edits: true)))
        let run = try await run(edited, on: "siblings")
        #expect(run.outcome.isAsExpected)
        let edits = run.plan.operations(of: 1, role: .ui).count
        #expect(edits > 2)
        #expect(run.seen.observedObjects >= 2 * (Self.imported + edits))

        var absent = Self.watched("count: 2")
        absent.removeLast()
        let unseen = try await self.run(
            sample.parse(SampleWorkload.text(absent)), on: "siblings")
        #expect(unseen.outcome.isAsExpected)
        #expect(unseen.seen.observedObjects == 0)
    }

    @Test func `What does not reach the user's context reaches no observer`() async throws {
        let run = try await run(
            sample.parse(SampleWorkload.text(Self.watched("count: 2"))),
            on: "siblings:merge=none")
        #expect(run.outcome.isAsExpected)
        #expect(run.seen.observedObjects == 0)
    }

    /// The work of a run in virtual time, with what its observers read.
    private func work(_ observers: String) throws -> (counts: WorkCounts, read: Int) {
        let workload = try sample.parse(SampleWorkload.text(Self.watched(observers)))
        let plan = try OperationPlan(workload)
        let execution = VirtualExecution(seed: 7, interleaving: 0)
        let observer = RecordingObserver(execution: execution)
        let url = sample.folder.appending(path: "\(UUID().uuidString).sqlite")
        NSManagedObjectContext.forgetObservedNotifications()
        try Executions.$current.withValue(execution) {
            try execution.run {
                let stack = try TopologyStack(
                    TopologyCatalogue.topology(VariantSpec("siblings", option: "--topology")),
                    model: workload.loadModel(), storeURL: url, observer: observer)
                Runner(
                    plan: plan, workload: workload, stack: stack, observer: observer,
                    execution: execution, includesDisplay: false
                ).run { _ in }
            }
        }
        execution.close()
        #expect(observer.seen.outcomes.last?.isAsExpected == true)
        return (execution.workCounts, observer.seen.observedObjects)
    }

    /// In a process of its own, which hears of no other test's contexts.
    @Test func `Virtual time charges each read, each fault of an ID, and each observer's fetch`()
        async
    {
        await #expect(processExitsWith: .success) {
            let tests = try RunnerTests()
            let one = try tests.work("count: 1, reads: ids")
            let many = try tests.work("count: 20, reads: ids")
            let fetched = try tests.work("count: 20, reads: fetch")
            #expect(many.read == 20 * one.read)
            #expect(fetched.read == many.read)
            let notified = many.counts[.objectsNotified] - one.counts[.objectsNotified]
            #expect(notified == many.read - one.read)
            // No observer keeps what it looks up, so that the next one reads it again.
            let faults = many.counts[.faultsFired] - one.counts[.faultsFired]
            #expect(faults == many.read - one.read)
            // The objects of a notification are there while it lasts.
            let some = try tests.work("count: 1, reads: objects")
            let all = try tests.work("count: 20, reads: objects")
            #expect(all.read == 20 * some.read)
            #expect(all.counts[.faultsFired] == some.counts[.faultsFired])
            #expect(some.counts[.faultsFired] >= RunnerTests.imported)
            #expect(fetched.counts[.fetchesBegun] - many.counts[.fetchesBegun] >= 60)
        }
    }
}

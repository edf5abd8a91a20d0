import CoreData
import Documents
import Execution
import Foundation
import Testing
import Topologies

struct CatalogueTests {
    @Test func `The catalogue holds every stack that the documents show`() {
        #expect(
            TopologyCatalogue.all.map(\.name) == [
                "single-main", "private-writer", "siblings", "child-of-main",
                "private-child-only", "child-of-main-unsaved", "writer-main-worker",
                "writer-siblings", "container-background", "siblings-refetch", "two-coordinators",
                "siblings-history", "siblings-pinned", "two-coordinators-history",
            ])
    }

    @Test(arguments: TopologyCatalogue.all)
    func `What every role saves is in the store after termination`(_ topology: Topology)
        async throws
    {
        let fixture = try StackFixture(topology.name)
        let isKept = topology.name == "child-of-main-unsaved"
        #expect(await fixture.saveOnMain("a", for: .ui) == !isKept)
        #expect(await fixture.save("b", for: .importer))
        #expect(await fixture.save("c", for: .sync))
        if !isKept, topology.flushedContexts.isEmpty { #expect(try fixture.storedCount() == 3) }
        await fixture.terminate()
        #expect(try fixture.storedCount() == 3)
        #expect(fixture.stack.failures.isEmpty)
    }

    @Test(arguments: [
        "siblings", "siblings:merge=automatic", "siblings:merge=object-ids",
        "siblings:merge-by=perform-and-wait", "writer-siblings", "container-background",
        "two-coordinators", "container-background:merge=did-save", "siblings-pinned",
    ])
    func `A save of the importer changes what the ui has registered`(_ topology: String)
        async throws
    {
        let fixture = try StackFixture(topology)
        #expect(await fixture.saveOnMain("a", for: .ui))
        let ui = fixture.stack.layout(for: .ui).name
        #expect(try await fixture.firstName(in: ui) == "a")
        #expect(await fixture.rename(to: "b", for: .importer))
        await fixture.settle()
        #expect(try await fixture.firstName(in: ui) == "b")
    }

    @Test func `Without a merge the ui keeps what it has, until it fetches again`() async throws {
        let without = try StackFixture("siblings:merge=none")
        #expect(await without.saveOnMain("a", for: .ui))
        #expect(try await without.firstName(in: "main") == "a")
        #expect(await without.rename(to: "b", for: .importer))
        await without.settle()
        #expect(try await without.firstName(in: "main") == "a")

        let fixture = try StackFixture("siblings-refetch")
        let order = Order()
        fixture.stack.onRefetch { _ in order.add("refetched") }
        #expect(await fixture.saveOnMain("a", for: .ui))
        #expect(try await fixture.firstName(in: "main") == "a")
        #expect(await fixture.rename(to: "b", for: .importer))
        await order.wait(for: "refetched")
        #expect(try await fixture.firstName(in: "main") == "b")
    }

    @Test func `A context that is saved at termination only promises nothing before`()
        async throws
    {
        let fixture = try StackFixture("child-of-main-unsaved")
        #expect(await fixture.save("a", for: .importer))
        let hasSaved = await withCheckedContinuation { continuation in
            fixture.stack.enterBackground { continuation.resume(returning: $0) }
        }
        #expect(!hasSaved)
        #expect(try fixture.storedCount() == 0)
        let promise = fixture.stack.topology.promise
        #expect(promise.contains("importer: saved changes stay in main until the app terminates"))
        #expect(promise.contains("ui: main is not saved before the app terminates"))
        await fixture.terminate()
        #expect(try fixture.storedCount() == 1)
    }

    @Test func `Going to the background saves the writer, whatever its policy`() async throws {
        let fixture = try StackFixture("private-writer:flush=lifecycle")
        #expect(await fixture.saveOnMain("a", for: .ui))
        #expect(try fixture.storedCount() == 0)
        let hasSaved = await withCheckedContinuation { continuation in
            fixture.stack.enterBackground { continuation.resume(returning: $0) }
        }
        #expect(hasSaved)
        #expect(try fixture.storedCount() == 1)
    }

    @Test func `A termination that runs out of time tells which contexts it left, each whole`()
        async throws
    {
        let fixture = try StackFixture("private-writer:flush=lifecycle")
        #expect(await fixture.saveOnMain("a", for: .ui))
        let past = fixture.stack.execution.now
        let unsaved = await withCheckedContinuation { continuation in
            fixture.stack.terminate(deadline: past) { continuation.resume(returning: $0) }
        }
        #expect(unsaved == ["writer"])
        #expect(try fixture.storedCount() == 0)
    }

    @Test(arguments: [
        ("error", "b"), ("object-trump", "c"), ("overwrite", "c"), ("store-trump", "b"),
        ("rollback", "b"),
    ])
    func `Of two who changed the same, the merge policy says who stands`(
        _ policy: String, _ stands: String
    ) async throws {
        let fixture = try StackFixture("siblings:merge=none,merge-policy=\(policy)")
        #expect(await fixture.saveOnMain("a", for: .ui))
        #expect(try await fixture.firstName(in: "main") == "a")
        #expect(await fixture.rename(to: "b", for: .sync))
        #expect(await fixture.rename(to: "c", for: .ui) == (policy != "error"))
        #expect(fixture.stack.failures.map(\.isConflict) == (policy == "error" ? [true] : []))
        #expect(try fixture.storedNames() == [stands])
    }
}

import CoreData
import Execution
import Foundation
import Synchronization
import Testing
import Topologies

struct SubmissionTests {
    private static let styles = [
        "siblings:submission=perform", "siblings:submission=operation",
        "siblings:submission=async", "container-background",
        "siblings:submission=perform-and-wait-on-main", "private-child-only",
    ]

    @Test(arguments: styles)
    func `Work comes in order, one piece at a time, on its context's queue`(
        _ topology: String
    ) async throws {
        let fixture = try StackFixture(topology)
        let order = Order()
        for number in 0..<20 {
            fixture.stack.submit(for: .importer) { target in
                order.add("begin \(number)")
                StackFixture.insert("\(number)", into: target.context)
                fixture.stack.save(from: target) { _ in order.add("end \(number)") }
            }
        }
        await order.wait(for: "end 19")
        #expect(order.words == (0..<20).flatMap { ["begin \($0)", "end \($0)"] })
        await fixture.terminate()
        #expect(try fixture.storedCount() == 20)
    }

    @Test func `A background task has a new context each time, on the container's coordinator`()
        async throws
    {
        let fixture = try StackFixture("container-background")
        let contexts = Mutex<[ObjectIdentifier]>([])
        // Kept, so that no two of them can lie at one address.
        let kept = Mutex<[StackContext]>([])
        let coordinator = ObjectIdentifier(fixture.stack.coordinators[0])
        let order = Order()
        for number in 0..<3 {
            fixture.stack.submit(for: .importer) { target in
                contexts.withLock { $0.append(ObjectIdentifier(target.context)) }
                kept.withLock { $0.append(target) }
                let own = target.context.persistentStoreCoordinator.map(ObjectIdentifier.init)
                order.add(own == coordinator && target.context.name == "task" ? "ok" : "other")
                if number == 2 { order.add("done") }
            }
        }
        await order.wait(for: "done")
        #expect(order.words == ["ok", "ok", "ok", "done"])
        #expect(Set(contexts.withLock { $0 }).count == 3)
        #expect(fixture.stack.contexts.map(\.name) == ["view"])
    }

    @Test func `In virtual time a task awaits its context like on real queues`() async throws {
        let execution = VirtualExecution(seed: 5)
        let words = Order()
        let fixture = try Executions.$current.withValue(execution) {
            try execution.run { try StackFixture("siblings:submission=async") }
        }
        try Executions.$current.withValue(execution) {
            try execution.run {
                for number in 0..<5 {
                    fixture.stack.submit(for: .importer) { target in
                        StackFixture.insert("\(number)", into: target.context)
                        fixture.stack.save(from: target) { _ in words.add("\(number)") }
                    }
                }
            }
        }
        #expect(words.words == ["0", "1", "2", "3", "4"])
        execution.close()
    }

    @Test(arguments: [
        ("siblings:submission=background-task,route=perform-in-perform", "route=direct"),
        ("single-main:submission=background-task,coordinators=1,importer=main", ""),
        ("child-of-main:submission=background-task", "submission=perform"),
        ("two-coordinators:submission=background-task", "submission=perform"),
        ("single-main:main.queue=private,submission=operation", "on the main queue"),
    ])
    func `A container makes its own contexts, and what it cannot make is refused`(
        _ text: String, _ remedy: String
    ) throws {
        guard !remedy.isEmpty else {
            // The importer works in main there, which no task makes.
            _ = try StackFixture(text)
            return
        }
        let error = try #require(throws: TopologyError.self) { try StackFixture(text) }
        #expect(error.remedy.contains(remedy), "\(error)")
    }
}

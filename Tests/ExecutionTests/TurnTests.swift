import Execution
import Testing

/// What begins a turn of the main thread, in virtual time.
struct `Turns of the main queue` {
    private func turns(_ body: (VirtualExecution) -> Void) throws -> Int {
        let execution = VirtualExecution(seed: 1)
        try execution.run { body(execution) }
        return execution.amount(of: .turnsBegun)
    }

    /// A run's body enqueues two blocks, and the first of them a third.
    ///
    ///     main        [run]  [a b]  [c]
    ///     enqueued     a b    c
    @Test func `Blocks that wait together are one turn, and those that they enqueue another`()
        throws
    {
        let found = try turns { execution in
            let main = execution.mainQueue
            main.async { main.async {} }
            main.async {}
        }
        #expect(found == 3)
    }

    /// Main sleeps before each block of a worker.
    ///
    ///     worker      a        b
    ///     main        [a]      [b]
    @Test func `Each wake is a turn`() throws {
        let found = try turns { execution in
            let queue = execution.makeQueue(label: "worker", cause: .waitForContext)
            queue.async {
                for _ in 0..<5 {
                    execution.mainQueue.async {}
                    execution.sleep(for: .milliseconds(1))
                }
            }
        }
        #expect(found == 6)
    }

    /// A worker waits for each of its blocks, and main sleeps between them.
    ///
    ///     worker      a waits    b waits
    ///     main        [a]        [b]
    @Test func `A block that another thread waits for begins a turn as any other`() throws {
        let found = try turns { execution in
            let queue = execution.makeQueue(label: "worker", cause: .waitForContext)
            queue.async {
                for _ in 0..<5 { execution.mainQueue.sync {} }
            }
        }
        #expect(found == 6)
    }

    @Test func `A turn costs nothing on the reference, and what a device says elsewhere`() throws {
        func time(_ costs: UnitCosts) throws -> Instant {
            let execution = VirtualExecution(seed: 1, costs: costs)
            try execution.run { execution.mainQueue.async {} }
            return execution.now
        }
        var costs = UnitCosts.reference
        let free = try time(costs)
        costs[.turnsBegun] = 10_000
        #expect(try time(costs) - free == .microseconds(20))
    }
}

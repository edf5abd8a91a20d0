import Execution
import Foundation
import Testing

/// One seed, one order of events: under any other load, and in every repetition.
@Suite struct `The order of events in virtual time` {
    /// Six queues that share two locks and a semaphore, hand over to main, sleep, and are ticked.
    private static func scenario(_ interleaving: UInt64) throws -> (digest: UInt64, log: [String]) {
        let observer = RecordingObserver()
        let execution = VirtualExecution(
            seed: 3, interleaving: interleaving, observer: observer)
        let journal = Journal<String>()
        let locks = ["x", "y"].map { execution.makeLock(label: $0, cause: .waitForStore) }
        let seats = execution.makeSemaphore(label: "seats", value: 2, cause: .waitForStore)
        let queues = (0..<6).map {
            execution.makeQueue(label: "queue \($0)", cause: .waitForContext)
        }
        try execution.run {
            let timer = execution.makeTimer(
                on: execution.mainQueue, at: execution.now, every: .milliseconds(2)
            ) { due in journal.note("tick \(due.nanoseconds)") }
            for (index, queue) in queues.enumerated() {
                queue.async {
                    for round in 0..<5 {
                        seats.wait()
                        locks[(index + round) % 2].withLock {
                            execution.charge(.rowsBound, 1 + Int(execution.randomBits() % 50))
                            journal.note("\(index) has a lock")
                        }
                        seats.signal()
                        execution.mainQueue.sync {
                            execution.charge(.objectsMerged, 10)
                            journal.note("\(index) on main")
                        }
                        execution.io(.write, bytes: 4096)
                    }
                    if index == 5 { timer.cancel() }
                }
            }
        }
        return (execution.traceDigest, journal.entries)
    }

    @Test(arguments: [0, 1, 2] as [UInt64])
    func `An interleaving gives one order, twenty times`(interleaving: UInt64) throws {
        let first = try Self.scenario(interleaving)
        #expect(first.log.count > 60)
        for _ in 0..<20 {
            let next = try Self.scenario(interleaving)
            #expect(next.digest == first.digest)
            #expect(next.log == first.log)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `The order is the same beside threads that take the processors`() throws {
        let quiet = try Self.scenario(5)
        let isOver = Journal<Bool>()
        for _ in 0..<4 {
            Thread.detachNewThread { while isOver.count == 0 { burnCPU(for: .milliseconds(1)) } }
        }
        defer { isOver.note(true) }
        for _ in 0..<5 { #expect(try Self.scenario(5).digest == quiet.digest) }
    }

    @Test func `Other interleavings give other orders`() throws {
        let logs = try (0..<20).map { try Self.scenario($0).log }
        #expect(Set(logs).count > 10)
        // Each is an order in which everything was done.
        for log in logs {
            let work = log.filter { !$0.hasPrefix("tick") }
            #expect(work.sorted() == logs[0].filter { !$0.hasPrefix("tick") }.sorted())
        }
    }
}

import Execution

/// The process's own main thread, for a caller on another one.
package final class MainThreadLifeStage: LifeStage {
    private let queue: any ExecutionQueue

    package init(_ execution: any Execution) {
        queue = execution.mainQueue
    }

    package func turn(_ body: () throws -> Void) throws {
        try queue.sync(body)
        // Behind all blocks that the body has enqueued there, and those that they enqueue.
        for _ in 0..<2 { queue.sync {} }
    }
}

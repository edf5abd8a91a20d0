import Execution

/// The process's own main thread, for a caller on another one.
final class MainThreadLifeStage: LifeStage {
    private let queue: any ExecutionQueue

    init(_ execution: any Execution) {
        queue = execution.mainQueue
    }

    func turn(_ body: () throws -> Void) throws {
        try queue.sync(body)
        // Behind all that the body has left there, and what that has.
        for _ in 0..<2 { queue.sync {} }
    }
}

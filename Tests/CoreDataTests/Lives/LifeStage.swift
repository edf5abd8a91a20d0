import CoreData
import Execution

/// The main thread and its run loop, under a program.
protocol LifeStage: AnyObject {
    /// Runs a body on the main queue as one turn of the run loop, then all that waits there.
    func turn(_ body: () throws -> Void) throws
}

/// Virtual time: a turn is a run, which ends when all is done.
final class VirtualLifeStage: LifeStage {
    private let execution: VirtualExecution

    init(_ execution: VirtualExecution) {
        self.execution = execution
    }

    func turn(_ body: () throws -> Void) throws {
        try execution.run(body)
    }
}

import CoreData
import Execution
import Foundation
import Probes
import StoreIO
import Synchronization
import Topologies
import WorkloadEngine

/// Runs a workload in virtual time, and takes down every byte that it gives the file system.
///
/// The same setup, topology and seed give the same recording, byte for byte: a state's address is
/// enough to rebuild it.
struct Recorder {
    let setup: RunSetup
    let topology: Topology
    /// The change of the store's files at which the process dies.
    var kill: StoreKill?
    /// The part of the run itself that is broken on purpose.
    var control: CrashControl?

    /// Records one run in virtual time.
    ///
    /// - Parameter folder: an existing, empty one for the store.
    /// - Throws: the error that keeps a stack from being built; `RecorderError` if the run ends
    ///   otherwise than expected; `VirtualDeadlock`.
    func record(in folder: String) throws -> Recording {
        let execution = VirtualExecution(seed: setup.workload.seed)
        SQLiteRandomness.seed(UInt32(truncatingIfNeeded: setup.workload.seed) | 1)
        let trace = try StoreTrace(
            databaseAt: RunSetup.storePath(in: folder), syncs: false, kill: kill,
            environment: ExecutionEnvironment(execution))
        defer { trace.end() }
        let sink = TraceSink(trace)
        return try Executions.$current.withValue(execution) {
            let (stack, outcome) = try run(in: folder, on: execution, to: sink)
            let log = Result { try trace.log() }
            // The calls of closing are not the run's.
            if let stack { try? execution.run { try stack.closeStores() } }
            execution.close()
            guard let outcome else { throw RecorderError.didNotEnd }
            guard outcome.isAsExpected else { throw RecorderError.outcomeDiffers(outcome) }
            return Recording(topology: topology, log: try log.get(), events: sink.records)
        }
    }

    /// - Returns: the stack, and the outcome of a run that came to its end.
    private func run(
        in folder: String, on execution: VirtualExecution, to sink: TraceSink
    ) throws -> ((any Stack)?, Outcome?) {
        let probe = SaveEventProbe(
            topology: topology, execution: execution, sink: sink,
            acknowledgesEarly: control == .earlyAcknowledgement, progress: {})
        let ended = Mutex<Outcome?>(nil)
        let built = Mutex<(any Stack)?>(nil)
        try execution.run {
            let stack = try setup.makeStack(
                topology, in: folder, observer: probe,
                options: [
                    SQLiteStoreOption.splitsSaves: control == .splitSave,
                    SQLiteStoreOption.removesFilesEarly: control == .earlyFileRemoval,
                ])
            built.withLock { $0 = stack }
            let runner = Runner(
                plan: setup.plan, workload: setup.workload, stack: stack, observer: probe,
                execution: execution, includesDisplay: false)
            runner.run { outcome in ended.withLock { $0 = outcome } }
        }
        return (built.withLock { $0 }, ended.withLock { $0 })
    }
}

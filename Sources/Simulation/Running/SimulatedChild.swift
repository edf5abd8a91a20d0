import CoreData
import Execution
import Probes
import Results
import Runs
import StoreIO
import Synchronization
import Topologies
import WorkloadEngine

/// One simulated repetition, in the process that was started for it: a process has one SQLite,
/// whose chance is seeded once.
///
///     costs ─▶ VirtualExecution ─▶ the runner, the stack and the probes of a measured run
///                                  └─▶ RunRecord, whose times are virtual
package enum SimulatedChild {
    /// Runs the repetition, writes its report and ends the process.
    ///
    /// - Precondition: on the main thread of a process that was started for it.
    package static func run(_ request: RepetitionRequest, _ costs: UnitCosts) -> Never {
        do {
            ChildEnd.end(with: try simulate(request, costs), for: request)
        } catch let error as VirtualDeadlock {
            let failure = RunFailure(kind: .stuck, message: error.description)
            ChildEnd.end(with: .failed(failure), for: request)
        } catch {
            ChildEnd.end(
                with: .failed(ChildEnd.failure(of: error, while: "a run was simulated")),
                for: request)
        }
    }

    private static func simulate(
        _ request: RepetitionRequest, _ costs: UnitCosts
    ) throws -> ChildReport {
        let setup = try RunSetup(
            workload: request.workload, settings: request.settings, seed: request.seed)
        let topology = try Topology(json: request.topology)
        let seed = setup.workload.seed
        SQLiteRandomness.seed(UInt32(truncatingIfNeeded: seed) | 1)
        let recorder = VirtualQueueRecorder()
        let execution = VirtualExecution(seed: seed, costs: costs, observer: recorder) { deadlock in
            let failure = RunFailure(kind: .stuck, message: deadlock.description)
            ChildEnd.end(with: .failed(failure), for: request)
        }
        recorder.attach(to: execution)
        // Only SQLite's calls can be seen.
        let trace =
            setup.workload.store.kind == .sqlite
            ? try StoreTrace(
                databaseAt: RunSetup.storePath(in: request.storeDirectory), keepsPayload: false,
                syncs: false, environment: ExecutionEnvironment(execution)) : nil
        defer { trace?.end() }
        let probe = RunProbe(
            execution: execution, recorder: recorder, process: VirtualProcess(execution),
            trace: trace)
        try Executions.$current.withValue(execution) {
            try execution.run {
                let work = request.plant?.moreWork
                let stack = try setup.makeStack(
                    topology, in: request.storeDirectory, observer: probe,
                    options: PlantedWork.storeOptions(work))
                if let work { PlantedWork.plant(work, in: stack) }
                let runner = Runner(
                    plan: setup.plan, workload: setup.workload, stack: stack, observer: probe,
                    execution: execution)
                runner.run { _ in }
            }
        }
        execution.close()
        return report(of: probe, setup, topology, request)
    }

    private static func report(
        of probe: RunProbe, _ setup: RunSetup, _ topology: Topology, _ request: RepetitionRequest
    ) -> ChildReport {
        guard let outcome = probe.outcome else {
            return .failed(
                RunFailure(
                    kind: .stuck,
                    message: "nothing was left to run, and the workload had not come to its end"))
        }
        if let failure = ChildEnd.failure(of: outcome) { return .failed(failure) }
        // Times do not depend on the build, and nor may the files.
        var record = RunRecord(
            topology: topology.name, variant: request.variant, repetition: request.repetition,
            build: SimulationRun.build)
        probe.fill(&record, costs: nil)
        record.isImportPaced = setup.workload.importer.map { $0.pace != nil }
        if setup.workload.store.kind != .sqlite { record.store = [] }
        record.executedDigest = outcome.executedDigest
        record.outcomeDigest = outcome.actualDigest
        record.expectedDigest = outcome.expectedDigest
        record.differences = outcome.differences
        return .finished(record)
    }
}

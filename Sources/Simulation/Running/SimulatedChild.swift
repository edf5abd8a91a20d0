import CoreData
import Execution
import Figures
import Probes
import Results
import Runs
import StoreIO
import Synchronization
import Topologies
import WorkloadEngine

/// Simulated repetitions, one after another in a process that was started for them.
///
///     costs ─▶ VirtualExecution ─▶ the runner, the stack and the probes of a measured run
///                                  └─▶ RunRecord, whose times are virtual
///
/// Each has an execution, a stack, a store and chance of its own; repetitions of one draw share
/// what was read and drawn before their stacks are built. A trap or a deadlock ends the process:
/// the repetitions without a report then run again, each in a process of its own.
package enum SimulatedChild {
    /// Runs the repetitions, writes the report of each and ends the process.
    ///
    /// Of those that it shares with another process it runs the ones that are still free. It prints
    /// a line for each report.
    ///
    /// - Precondition: on the main thread of a process that was started for them; all are to be
    ///   simulated.
    package static func run(_ requests: [RepetitionRequest]) -> Never {
        var world: SimulatedWorld?
        for request in requests where ChildEnd.takes(request) {
            defer { ChildEnd.sayWritten(request) }
            do {
                ChildEnd.write(try simulate(request, in: &world), for: request)
            } catch let error as VirtualDeadlock {
                ChildEnd.end(with: stuck(error), for: request)
            } catch {
                let failure = ChildEnd.failure(of: error, while: "a run was simulated")
                ChildEnd.write(.failed(failure), for: request)
            }
        }
        ChildEnd.end()
    }

    private static func stuck(_ deadlock: VirtualDeadlock) -> ChildReport {
        .failed(RunFailure(kind: .stuck, message: deadlock.description))
    }

    private static func simulate(
        _ request: RepetitionRequest, in world: inout SimulatedWorld?
    ) throws -> ChildReport {
        guard case .simulate(let costs) = request.mode else {
            preconditionFailure("a simulated child was asked for \(request.mode): measure that")
        }
        if world?.serves(request) != true {
            world = try SimulatedWorld(of: request, after: world)
        }
        let world = world!
        let setup = world.setup
        let topology = try Topology(json: request.topology)
        let seed = setup.workload.seed
        // What a process has for all of its runs begins anew with each.
        NSManagedObjectContext.forgetObservedNotifications()
        SQLiteRandomness.seed(UInt32(truncatingIfNeeded: seed) | 1)
        let recorder = VirtualQueueRecorder()
        let execution = VirtualExecution(
            seed: SimulationRun.seed(ofChance: request.chance, from: seed), costs: costs,
            observer: recorder
        ) { deadlock in
            ChildEnd.end(with: stuck(deadlock), for: request)
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
            let stack = try execution.run {
                let work = request.plant?.moreWork
                let stack = try setup.makeStack(
                    topology, in: request.storeDirectory, observer: probe,
                    options: PlantedWork.storeOptions(work))
                if let work { PlantedWork.plant(work, in: stack) }
                let runner = Runner(
                    plan: setup.plan, workload: setup.workload, stack: stack, observer: probe,
                    execution: execution, expectations: world.expectations, scan: world.scan)
                runner.run { _ in }
                return stack
            }
            stack.endObserving()
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
        let figures = FigureBuilder.figures(of: record)
        let result = RepetitionResult(
            record: request.keepsRecord ? record : record.trimmed, figures: figures)
        return .simulated(SentRepetition(result))
    }
}

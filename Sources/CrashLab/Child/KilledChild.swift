import Execution
import Results
import Runs
import Topologies
import WorkloadEngine

/// A run that is to be killed, in the process that was started for it.
///
/// It equals the measured run, without the probes and without a display. Its events go to a ledger
/// in shared memory that outlives the process.
package enum KilledChild {
    /// Runs until the process is killed: by its parent, or by itself at its exact point.
    ///
    /// A run that passes the point too rarely kills itself at its end.
    ///
    /// - Precondition: on the main thread of a process that was started for it.
    package static func run(
        _ request: RepetitionRequest, point: KillPoint, occurrence: Int
    ) -> Never {
        do {
            try start(request, KillSwitch(point: point, occurrence: occurrence))
        } catch {
            ChildEnd.end(
                with: .failed(ChildEnd.failure(of: error, while: "a run was set up")),
                for: request)
        }
        MainLoop.run()
    }

    private static func start(_ request: RepetitionRequest, _ killSwitch: KillSwitch) throws {
        guard let path = request.ledger else {
            preconditionFailure("a child to be killed has no ledger; its parent makes one")
        }
        let ledger = try SharedLedger.open(at: path)
        let execution = DispatchExecution(observer: nil)
        execution.becomeShared()
        try Executions.$current.withValue(execution) {
            let setup = try RunSetup(
                workload: request.workload,
                settings: request.settings, seed: request.seed)
            let watchdog = ChildEnd.watchdog(of: execution, for: request)
            let topology = try Topology(json: request.topology)
            let probe = SaveEventProbe(
                topology: topology, execution: execution,
                sink: LedgerSink(ledger: ledger, killSwitch: killSwitch),
                progress: { watchdog.didProgress() })
            let stack = try setup.makeStack(
                topology, in: request.storeDirectory, observer: probe)
            let runner = Runner(
                plan: setup.plan, workload: setup.workload, stack: stack, observer: probe,
                execution: execution, includesDisplay: false)
            execution.mainQueue.async {
                runner.run { outcome in
                    if let failure = ChildEnd.failure(of: outcome) {
                        ChildEnd.end(with: .failed(failure), for: request)
                    }
                    ChildProcess.killSelf()
                }
            }
        }
    }
}

import Execution
import Probes
import Results
import Runs
import StoreIO
import Synchronization
import Topologies
import WorkloadEngine

/// One measured repetition, in the process that was started for it.
///
///     main thread                                     watchdog's thread
///     ───────────                                     ─────────────────
///     calibrate the probes                            looks whether something moves
///     read workload, model, data; draw operations
///     build the stack
///     run loop ▸ phases … will terminate, read back   stuck: report, end the process
///     write the report, exit
package enum MeasuredChild {
    /// The parts that the run loop's blocks need; the end of the run takes them apart.
    private struct Run: Sendable {
        let request: RepetitionRequest
        let setup: RunSetup
        let topology: Topology
        let probe: RunProbe
        let calibration: ProbeCalibration
        let watchdog: StallWatchdog
        /// The time of the reference computation before the run.
        let referenceBefore: Int64
    }

    /// Runs the repetition, writes its report and ends the process: with 0 after any report, with 1
    /// if none could be written.
    ///
    /// - Precondition: on the main thread of a process that was started for it.
    package static func run(_ request: RepetitionRequest) -> Never {
        do {
            try start(request)
        } catch {
            ChildEnd.end(
                with: .failed(ChildEnd.failure(of: error, while: "a run was set up")),
                for: request)
        }
        MainLoop.run()
    }

    private static func start(_ request: RepetitionRequest) throws {
        let calibration = ProbeCalibration()
        let recorder = MainQueueRecorder()
        // Without a plant the recorder itself observes: an ordinary run has no cost of this.
        var observer: any ExecutionObserver = recorder
        if case .cost(let cause, let share) = request.plant {
            observer = PlantingObserver(cause: cause, share: share, before: recorder)
        }
        let execution = DispatchExecution(observer: observer)
        recorder.attach(to: execution)
        execution.becomeShared()
        try Executions.$current.withValue(execution) {
            let setup = try RunSetup(
                workload: request.workload,
                settings: request.settings, seed: request.seed)
            let watchdog = ChildEnd.watchdog(of: execution, for: request)
            // Only SQLite's calls can be seen.
            let trace =
                setup.workload.store.kind == .sqlite
                ? try StoreTrace(
                    databaseAt: RunSetup.storePath(in: request.storeDirectory),
                    keepsPayload: false) : nil
            let probe = RunProbe(
                execution: execution, recorder: recorder, trace: trace,
                progress: { watchdog.didProgress() })
            let topology = try Topology(json: request.topology)
            let stack = try setup.makeStack(
                topology, in: request.storeDirectory, observer: probe,
                options: PlantedWork.storeOptions(request.plant?.moreWork))
            if let work = request.plant?.moreWork { PlantedWork.plant(work, in: stack) }
            TracingVFS.reportSyncs(to: execution)
            if case .lostRow(let table) = request.plant {
                try StorePlant.loseFirstRow(
                    of: table, inDatabaseAt: RunSetup.storePath(in: request.storeDirectory))
            }
            let run = Run(
                request: request, setup: setup, topology: topology, probe: probe,
                calibration: calibration, watchdog: watchdog,
                referenceBefore: ReferenceComputation.measure())
            let runner = Runner(
                plan: setup.plan, workload: setup.workload, stack: stack, observer: probe,
                execution: execution)
            execution.mainQueue.async {
                runner.run { _ in finish(run) }
            }
        }
    }

    private static func finish(_ run: Run) -> Never {
        let referenceAfter = ReferenceComputation.measure()
        run.watchdog.stop()
        let request = run.request
        guard let outcome = run.probe.outcome else {
            preconditionFailure("a run has no outcome; the runner must call runDidEnd first")
        }
        if let failure = ChildEnd.failure(of: outcome) {
            ChildEnd.end(with: .failed(failure), for: request)
        }
        var record = RunRecord(
            topology: run.topology.name, variant: request.variant,
            repetition: request.repetition, build: BuildKind.current)
        run.probe.fill(&record, costs: run.calibration)
        // Only SQLite stores have counts of calls: for other stores the record has none, not zeros.
        record.isImportPaced = run.setup.workload.importer.map { $0.pace != nil }
        if run.setup.workload.store.kind != .sqlite { record.store = [] }
        record.reference = ReferenceRecord(
            version: ReferenceComputation.version, beforeNanoseconds: run.referenceBefore,
            afterNanoseconds: referenceAfter)
        record.executedDigest = outcome.executedDigest
        record.outcomeDigest = outcome.actualDigest
        record.expectedDigest = outcome.expectedDigest
        record.differences = outcome.differences
        ChildEnd.end(with: .finished(record), for: request)
    }
}

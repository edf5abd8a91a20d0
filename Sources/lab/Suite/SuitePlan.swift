import Bench
import Documents
import Reporting
import Results
import Simulation
import Topologies
import Verdicts
import WorkloadEngine

/// The work of a suite: every run of its file as a request, and the runs of this machine.
///
/// Every run is checked before the first one starts: a typing error in the fortieth run is reported
/// at once, not in the morning.
package struct SuitePlan: Sendable {
    let file: SuiteFile
    /// The device that every run is simulated on; `nil` if they are measured.
    let device: Device?
    let folder: ReportFolder
    /// In the order of the file.
    package let jobs: [SuiteJob]
    /// What the suite's results depend on, whichever machine runs a part: equal ones are of one
    /// suite, whose workloads and stacks have not changed.
    let digest: String

    /// Reads and checks every run.
    ///
    /// - Throws: `DocumentError`, `WorkloadError`, `TopologyError`; `CommandFailure` if a run
    ///   cannot be requested, or the shard has nothing to run.
    package init(_ request: SuiteRequest) throws {
        file = try SuiteFile(request.suite)
        device = try request.device.map {
            try DeviceLibrary(beside: WorkloadLibrary().folders).device($0)
        }
        let folder = ReportFolder(
            path: request.output
                ?? SuiteRecord.usualFolder(of: file.name, on: device.map(\.name)))
        self.folder = folder
        let all = try file.entries.map { try Self.job($0, of: request, in: folder) }
        digest = Self.digest(of: file, all, on: device)
        let places = request.shard?.places(of: all.map(\.seconds)) ?? Array(all.indices)
        jobs = places.map { all[$0] }
        guard !jobs.isEmpty else {
            throw CommandFailure(
                .usage,
                "--shard \(request.shard?.description ?? "") has nothing to run: the suite has "
                    + "\(all.count) runs; use as many shards at most")
        }
    }

    /// The folder of a run.
    func folder(of name: String) -> String { Self.folder(of: name, in: folder) }

    private static func folder(of name: String, in folder: ReportFolder) -> String {
        folder.path + "/" + name
    }

    private static func digest(
        of file: SuiteFile, _ jobs: [SuiteJob], on device: Device?
    ) -> String {
        var hash = SHA256()
        hash.update(file.digest)
        for job in jobs { hash.update(job.digest) }
        if let device {
            hash.update(DeviceWriter(device).text)
            hash.update(DeviceWriter(device).tailText)
        }
        return hash.hex()
    }

    private static func job(
        _ entry: SuiteFile.Entry, of suite: SuiteRequest, in folder: ReportFolder
    ) throws -> SuiteJob {
        let work = work(of: entry, suite, in: folder)
        let job: SuiteJob
        let gates: [Gate]
        do {
            try work.check()
        } catch {
            // The suite's own options have been checked, so the mistake is in its file.
            throw CommandFailure(.invalidInput, "\(Self.place(entry)): \(error)")
        }
        do {
            switch work {
            case .measured(let request):
                let selection = try Selection(request.work, repetitions: request.repetitions)
                gates = selection.gates
                job = SuiteJob(entry.name, work, selection.plan, selection.length)
            case .simulated(let request):
                let selection = try SimulationSelection(request)
                gates = selection.gates
                job = SuiteJob(entry.name, work, selection.plan, selection.length)
            }
        } catch {
            throw CommandFailure(error).named(by: Self.place(entry))
        }
        try check(suite, gates, work)
        return job
    }

    private static func place(_ entry: SuiteFile.Entry) -> String {
        "the suite's run “\(entry.name)”"
    }

    /// Reads the gates and the baseline of a run before the first one starts.
    private static func check(
        _ suite: SuiteRequest, _ gates: [Gate], _ work: SuiteJob.Work
    ) throws {
        _ = try Gating(suite.gating, workloadGates: gates, baseline: work.baseline)
    }

    /// The gates of the command line, and those of the file that it does not replace.
    ///
    /// As in a workload's file, a gate on a change applies only to a run that has a baseline.
    private static func gating(of entry: SuiteFile.Entry, _ suite: SuiteRequest) -> GateRequest {
        let asked = suite.gating.named.map(\.gate)
        let gates = entry.gates.filter { suite.baseline != nil || !$0.isOnChange }
        var gating = suite.gating
        gating.named = gates.replaced(by: asked).map(NamedGate.init)
        return gating
    }

    /// One run, with the options of its suite.
    private static func work(
        of entry: SuiteFile.Entry, _ suite: SuiteRequest, in folder: ReportFolder
    ) -> SuiteJob.Work {
        let workload = WorkloadRequest(
            entry.workload, on: entry.topologies, settings: entry.settings,
            topologyFiles: entry.topologyFiles)
        let output = Self.folder(of: entry.name, in: folder)
        let baseline = suite.baseline.map { "\($0)/\(entry.name)" }
        let gating = gating(of: entry, suite)
        guard let device = suite.device else {
            var request = RunRequest(workload)
            request.repetitions = suite.repetitions ?? entry.repetitions
            request.output = output
            request.limits = entry.limits
            request.gating = gating
            request.baseline = baseline
            request.charts = suite.charts
            request.isQuiet = suite.isQuiet
            return .measured(request)
        }
        var request = SimulateRequest(workload, on: [device])
        request.draws = suite.draws
        request.output = output
        request.limits = entry.limits
        request.gating = gating
        request.baseline = baseline
        request.charts = suite.charts
        request.isQuiet = suite.isQuiet
        return .simulated(request)
    }
}

extension SuiteJob {
    fileprivate init(
        _ name: String, _ work: Work, _ plan: BenchPlan, _ length: ForetoldLength
    ) {
        var hash = SHA256()
        hash.update(plan.setup.workload.digest)
        hash.update(String(plan.repetitions))
        for selected in plan.topologies { hash.update(selected.topology.json) }
        self.init(
            name: name, work: work, seconds: length.seconds, isAtLeast: length.isAtLeast,
            topologies: plan.topologies.map(\.variant), repetitions: plan.repetitions,
            digest: hash.hex())
    }
}

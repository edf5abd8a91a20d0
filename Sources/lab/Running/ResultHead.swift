import Bench
import Execution
import Foundation
import Results
import Statistics
import Verdicts
import WorkloadEngine

/// The head of a result: workload, time and machine, and the warnings that follow from them.
enum ResultHead {
    static func result(
        of selection: Selection, storeFolder: String, mode: String = "measured"
    ) -> WorkloadResult {
        let workload = selection.workload
        let started = WallClock.now
        var result = WorkloadResult(
            run: run(started: started),
            commit: GitCommit.current(), build: BuildKind.current, workload: workload.name,
            workloadDigest: workload.digest, title: workload.title, question: workload.question,
            expect: workload.expect, device: "host", seed: workload.seed, started: started,
            host: HostReader.read(storeFolder: storeFolder),
            headlinePhase: workload.headlinePhase,
            operationsDigest: selection.setup.plan.digest)
        result.formerWorkloadDigest = workload.formerDigest
        result.mode = mode
        result.commandLine = selection.commandLine
        result.gates = selection.gates.isEmpty ? nil : selection.gates.map(\.description)
        result.sweep = selection.sweep
        // The model was read before the run; a file that went meanwhile has no gaps to name.
        result.modelGaps = try? ModelGaps.all(of: workload)
        return result
    }

    /// The head of a study's result, without arms.
    static func result(of study: Study, storeFolder: String) -> StudyResult {
        let started = WallClock.now
        return StudyResult(
            run: run(started: started), commit: GitCommit.current(), build: BuildKind.current,
            study: study.name, digest: study.digest, started: started,
            host: HostReader.read(storeFolder: storeFolder))
    }

    /// The name of a run: the time of its start, and its process.
    private static func run(started: String) -> String {
        let compact = started.filter { $0.isNumber || $0 == "T" || $0 == "Z" }
        return "\(compact)-\(ProcessInfo.processInfo.processIdentifier)"
    }

    /// The lateness of an idle thread from which on the machine counts as shared.
    ///
    /// The thread is this late in one of a hundred ticks. Unloaded two-core machines show well
    /// below a millisecond.
    private static let noisyMilliseconds = 5.0

    static func warnings(about result: WorkloadResult) -> [RunWarning] {
        warnings(about: result.topologies, on: result.host) + warnings(ofInputs: result)
    }

    /// The doubts that no measuring takes away: about the model, and settings that do not reach a
    /// topology.
    static func warnings(ofInputs result: WorkloadResult) -> [RunWarning] {
        modelGaps(result)
            + unheardSettings(
                result.commandLine?.settings.map(\.key) ?? [],
                result.topologies.map { ($0.topology, $0.variant, $0.settings ?? []) })
    }

    /// One warning for all that is not modelled of the workload's model.
    private static func modelGaps(_ result: WorkloadResult) -> [RunWarning] {
        let parts = (result.modelGaps ?? []).flatMap(\.parts)
        guard let first = parts.first else { return [] }
        let others = parts.count == 1 ? "" : " and \(parts.count - 1) more"
        return [
            RunWarning(
                code: "model-gaps",
                message: "of the model, \(first)\(others) is not modelled as in an app's store",
                advice: "read in report.html, or by lab explain, what that may do to a verdict")
        ]
    }

    /// Warnings of settings (`--set topology.FIELD`) that a user's topology file replaces, each
    /// once.
    ///
    /// - Parameter keys: those that the command line sets.
    static func unheardSettings(
        _ keys: [String],
        _ topologies: [(topology: String, variant: String, settings: [TopologySetting])]
    ) -> [RunWarning] {
        let prefix = "topology."
        let fields = Set(keys.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) })
        var warnings: [RunWarning] = []
        for topology in topologies {
            for setting in topology.settings
            where setting.source == .file && fields.contains(Substring(setting.field)) {
                guard let instead = setting.instead else { continue }
                let warning = RunWarning(
                    code: "setting-unheard",
                    message: "\(prefix)\(setting.field) does not reach \(topology.variant), whose "
                        + "file says \(setting.value)",
                    advice: "add --topology '\(topology.topology):\(setting.field)=\(instead)'")
                if !warnings.contains(warning) { warnings.append(warning) }
            }
        }
        return warnings
    }

    /// Edits that the store had at the end, as the outcome shows, and that no observed commit took
    /// there: code may save in ways that cannot be followed.
    private static func unfollowedEdits(_ topologies: [TopologyResult]) -> [RunWarning] {
        topologies.compactMap { topology in
            let edits = topology.repetitions.flatMap(\.record.edits)
            let lost = edits.filter { $0.committed == nil }.reduce(0) { $0 + $1.count }
            // A kill of such a stack is not as predicted for the same reason.
            guard [nil, .recoveryDiffers].contains(topology.failure?.kind), lost > 0 else {
                return nil
            }
            return RunWarning(
                code: "edits-unfollowed",
                message: "\(lost) edits of \(topology.variant) reached the store on a way that the "
                    + "lab did not see: its loss counts them as lost",
                advice: "save the context that was edited, or a parent of it, so that they can be "
                    + "followed")
        }
    }

    static func warnings(about topologies: [TopologyResult], on host: Results.Host) -> [RunWarning]
    {
        var warnings: [RunWarning] = []
        if HostReader.isInMemory(host.fileSystem) {
            warnings.append(
                RunWarning(
                    code: "memory-filesystem",
                    message: "the stores lay in memory (\(host.fileSystem)): syncs were free",
                    advice: "set TMPDIR to a folder on a disk"))
        }
        warnings += unfollowedEdits(topologies)
        let records = topologies.flatMap(\.repetitions).map(\.record)
        let noise = Sample(records.flatMap(\.noise).map { Double($0) / 1e6 })
        if let late = noise.quantile(0.99), late > noisyMilliseconds {
            let shown = (late * 10).rounded() / 10
            warnings.append(
                RunWarning(
                    code: "noisy-machine",
                    message: "an idle thread was \(shown) ms late in one of a hundred wakings",
                    advice: "end what else runs on this machine, and run again"))
        }
        return warnings
    }
}

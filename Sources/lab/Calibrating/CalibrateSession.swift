import Bench
import Documents
import Foundation
import Reporting
import Results
import Runs
import Simulation
import Verdicts
import WorkloadEngine

/// One `lab calibrate` from its request to its outcome.
///
///     select ─▶ prepare ─▶ measure, and run kernels between them ─▶ fit ─▶ write the device
///     2, 3      9          1, 6, 9                                         9
///                                                     ─▶ simulate ─▶ compare ─▶ write ─▶ print
///                                                        1, 6                   9
///
/// With a device to check, nothing is timed, fitted or written before the simulation.
struct CalibrateSession: Sendable {
    let request: CalibrateRequest
    private let registry = ChildRegistry()

    init(_ request: CalibrateRequest) {
        self.request = request
    }

    func run() async -> RunOutcome {
        await Session.interruptible(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> RunOutcome {
        let plan = try CalibrationPlan(request)
        let checked = try request.check.map {
            try DeviceLibrary(beside: WorkloadLibrary().folders).device($0)
        }
        if checked == nil { try plan.requireFitted() }
        // Before the minutes that it takes.
        let baseline = try request.baseline.map { try Self.baseline($0) }
        let folder = ReportFolder(path: request.report, option: "--report")
        let lock = try folder.claim()
        defer { lock.release() }
        let file = DeviceFile(path: request.output)
        if checked == nil { try file.prepare() }
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let line = ProgressLine(plan.length, isQuiet: request.isQuiet)
        defer { line.end() }

        var kernels = CalibrationKernels(in: scratch, parts: plan.kernelParts)
        var steps = CalibrationSteps(line)
        let measured = try await measured(plan, &kernels, scratch, &steps, interruption)
        var ending = SessionEnding()
        Self.count(measured, in: &ending)
        let device: Device
        if let checked {
            device = checked
        } else {
            device = try Self.fit(measured, kernels, named: file.name)
            try file.write(device)
        }
        let cases = try await simulated(measured, plan, scratch, &steps, interruption, &ending)
        line.end()
        let accuracy = Accuracy(of: cases)
        let text = AccuracyText(
            accuracy, of: device, repetitions: request.repetitions, draws: plan.draws,
            observations: Self.observations(of: measured))
        ending.write("\(folder.path)/\(AccuracyText.pageName)") {
            try text.write(to: folder)
            return []
        }
        Console.show(text.summary(width: Console.width))
        for fall in baseline?.falls(in: accuracy) ?? [] {
            Console.note("lab: error: less accurate than \(request.baseline ?? ""): \(fall)")
            ending.add(.regressed)
        }
        return ending.finish()
    }

    private static func baseline(_ path: String) throws -> AccuracyBaseline {
        guard let data = InputFile.contents(of: path) else {
            throw CommandFailure(
                .usage, "there is no \(path): name an accuracy.csv that lab calibrate has written")
        }
        return try AccuracyBaseline(csv: String(decoding: data, as: UTF8.self), file: path)
    }

    /// Ends an interrupted session.
    private static func refuse(_ interruption: Interruption, _ state: String) throws {
        guard interruption.isInterrupted else { return }
        throw CommandFailure(.interrupted, "the calibration was interrupted; \(state)")
    }

    // MARK: The parts

    /// Measures all workloads in each draw, with the kernels between, unless a device is checked.
    ///
    /// A machine that others share is faster in some minutes and slower in others: measured at one
    /// time, a workload would be fast or slow as a whole.
    private func measured(
        _ plan: CalibrationPlan, _ kernels: inout CalibrationKernels, _ scratch: ScratchFolder,
        _ steps: inout CalibrationSteps, _ interruption: Interruption
    ) async throws -> [WorkloadResult] {
        func runKernels(_ part: Int) throws {
            guard request.check == nil else { return }
            let progress = steps.next(plan.kernelShare, called: "syncs")
            try kernels.run(part) { share in
                progress("timed", share)
                return !interruption.isInterrupted
            }
            try Self.refuse(interruption, "nothing is written")
        }
        var drawn = plan.selections.map { _ in [[TopologyResult]]() }
        for draw in 0..<plan.draws {
            for (index, selection) in plan.selections.enumerated() {
                let place = draw * plan.selections.count + index
                if place.isMultiple(of: plan.draws) { try runKernels(place / plan.draws) }
                let progress = steps.next(
                    plan.measuringShares[index], called: selection.workload.name)
                drawn[index].append(
                    try await measure(
                        plan.measurement(of: selection, in: draw), plan.rule, scratch, progress))
                try Self.refuse(interruption, "nothing is written")
            }
        }
        try runKernels(plan.kernelParts - 1)
        return zip(plan.selections, drawn).map {
            Self.result(of: $0, measuredIn: $1, storeFolder: scratch.path)
        }
    }

    /// Measures the topologies of a plan; of the repetitions only the figures are kept.
    private func measure(
        _ plan: BenchPlan, _ rule: RepetitionRule, _ scratch: ScratchFolder,
        _ progress: @escaping @Sendable (String, Double) -> Void
    ) async throws -> [TopologyResult] {
        var topologies = try await BenchRun(
            [plan], rule: rule, in: registry, scratch: scratch, keptStores: nil
        ) { progress($0.what, $0.share) }.run()[0]
        // A hundred pairs' stretches would fill the memory.
        for topology in topologies.indices {
            for index in topologies[topology].repetitions.indices {
                let record = topologies[topology].repetitions[index].record
                topologies[topology].repetitions[index].record = record.trimmed
            }
        }
        return topologies
    }

    /// A workload's result, of what was measured of it in all draws.
    private static func result(
        of selection: Selection, measuredIn draws: [[TopologyResult]], storeFolder: String
    ) -> WorkloadResult {
        var result = ResultHead.result(of: selection, storeFolder: storeFolder)
        result.topologies = joined(draws)
        result.warnings = ResultHead.warnings(about: result)
        return result
    }

    /// One result a topology, with the repetitions of all draws.
    ///
    /// The first of each come before the second, and the n-th ones of all topologies execute the
    /// same operations.
    private static func joined(_ draws: [[TopologyResult]]) -> [TopologyResult] {
        var parts = draws
        for draw in parts.indices {
            for topology in parts[draw].indices {
                for index in parts[draw][topology].repetitions.indices {
                    let round = parts[draw][topology].repetitions[index].record.repetition
                    parts[draw][topology].repetitions[index].record.repetition =
                        (round - 1) * draws.count + draw + 1
                }
            }
        }
        return ResultParts.joined(parts)
    }

    /// Simulates what was measured, workload by workload.
    private func simulated(
        _ measured: [WorkloadResult], _ plan: CalibrationPlan, _ scratch: ScratchFolder,
        _ steps: inout CalibrationSteps, _ interruption: Interruption,
        _ ending: inout SessionEnding
    ) async throws -> [AccuracyCase] {
        var cases: [AccuracyCase] = []
        var results: [WorkloadResult] = []
        for (index, result) in measured.enumerated() {
            let selection = try plan.simulation(
                of: plan.selections[index], on: request.check ?? request.output)
            let progress = steps.next(plan.simulatingShares[index], called: result.workload)
            let simulated = try await selection.simulate(
                selection.devices[0], chances: CalibrationPlan.chances, in: registry,
                scratch: scratch
            ) { progress("\($0), simulated", $1) }
            try Self.refuse(
                interruption,
                request.check == nil
                    ? "\(request.output) is written, its accuracy is not" : "nothing is written")
            results.append(simulated)
            cases.append(
                AccuracyCase(
                    workload: result.workload, headlinePhase: result.headlinePhase,
                    measured: result.topologies, simulated: simulated.topologies))
        }
        Self.count(results, in: &ending)
        return cases
    }

    /// Reports what failed, and each of the warnings once.
    private static func count(_ results: [WorkloadResult], in ending: inout SessionEnding) {
        var warnings: [RunWarning] = []
        for result in results {
            ending.say(
                result.topologies.map {
                    ("\(result.workload), \($0.variant), \(result.mode)", $0.failure)
                })
            for case let failure? in result.topologies.map(\.failure) {
                ending.add(ExitCode(of: failure.kind))
            }
            for warning in result.warnings
            where !warnings.contains(where: { $0.code == warning.code }) {
                warnings.append(warning)
            }
        }
        ending.warn(warnings)
    }

    private static func observations(of results: [WorkloadResult]) -> [CostObservation] {
        results.flatMap { result in
            result.topologies.flatMap {
                CostObservation.observations(of: $0, workload: result.workload)
            }
        }
    }

    /// - Throws: `CommandFailure` where no phase of the pairs to fit was busy long enough.
    private static func fit(
        _ results: [WorkloadResult], _ kernels: CalibrationKernels, named name: String
    ) throws -> Device {
        let observations = observations(of: results)
        let fitted = observations.filter { $0.part == .fitted }
        guard let first = results.first, !fitted.isEmpty else {
            throw CommandFailure(
                .usage,
                "main was not busy for a millisecond in any phase to fit to; name a workload that "
                    + "does more, or another topology")
        }
        return Device(
            calibratedBy: CostFit(fitted, prior: CostFit.usualPrior), kernels.syncs,
            freeing: kernels.freeing, wake: kernels.wake, on: first.host,
            commit: first.commit, at: first.started, observations: observations, name: name)
    }
}

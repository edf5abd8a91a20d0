import Bench
import Documents
import Execution
import Foundation
import Results
import Runs
import Simulation
import Topologies
import Verdicts
import WorkloadEngine

/// What a `lab simulate` names: read, checked and drawn before anything runs or is written.
struct SimulationSelection: Sendable {
    /// Each has a report of its own.
    let devices: [Device]
    private let request: SimulateRequest
    private let selection: Selection
    /// One, or those of a sweep.
    private let steps: [SimulationStep]

    /// The plan of the first step.
    var plan: BenchPlan { steps[0].drawn.plan }
    var limits: [Limit] { selection.limits }
    /// The gates of the workload's file.
    var gates: [Gate] { selection.gates }
    /// The texts for operations.csv: the operations of the first draw, at each value of a sweep
    /// that changes them.
    var operations: [String] { selection.operationStreams }

    /// - Throws: `DocumentError`, `WorkloadError`, `TopologyError`, `DeviceError`,
    ///   `CommandFailure`.
    init(_ request: SimulateRequest) throws {
        self.request = request
        let workloadSweep = request.sweep.flatMap { SimulationStep.isOfDevices($0) ? nil : $0 }
        let selection = try Selection(
            request.work, repetitions: request.draws, limits: request.limits, sweep: workloadSweep)
        self.selection = selection
        let library = DeviceLibrary(beside: WorkloadLibrary().folders)
        steps =
            try request.sweep.map { try SimulationStep.steps(of: $0, selection, library) }
            ?? [SimulationStep(DrawnPlan(selection.plan))]
        let swept = steps.compactMap(\.device)
        devices = try request.devices.map { try library.device($0) }
        if request.core == .apple,
            let device = (swept.isEmpty ? devices : swept).first(where: { $0.apple == nil })
        {
            throw DeviceError.noAppleFactor(device)
        }
        if let name = Dictionary(grouping: devices, by: \.name).first(where: { $0.value.count > 1 })
        {
            throw CommandFailure(
                .usage, "two devices are called “\(name.key)”: rename one of the files")
        }
    }

    /// The folder of a device's report.
    func folder(of device: Device) -> String {
        guard let output = request.output else {
            return Self.folder(
                of: selection.workload.name, on: device.name, sweep: request.sweep)
        }
        return devices.count == 1 ? output : "\(output)/\(device.name)"
    }

    /// The usual folder of a report.
    static func folder(of workload: String, on device: String, sweep: SweepRecord?) -> String {
        guard let sweep else { return "Reports/\(workload)-\(device)" }
        let place = sweep.key == SimulationStep.deviceKey ? "devices" : device
        return "Reports/\(workload)-\(place)-sweep"
    }

    /// Simulates every draw of every topology on a device, at each value of a sweep.
    ///
    /// - Parameters:
    ///   - plant: the work that every child does on purpose; `nil` in all runs but those that
    ///     prove the lab.
    ///   - chances: as `DrawnPlan.chances`; uncertain costs are drawn once for each draw.
    ///   - progress: as `DrawnPlan.simulate`.
    /// - Returns: a result whose limits are not judged.
    /// - Throws: `RunsError`; `StoreIOError` if a folder cannot be made.
    func simulate(
        _ device: Device, planting plant: Plant.MoreWork? = nil, chances: Int = 1,
        in registry: ChildRegistry, scratch: ScratchFolder,
        progress: @escaping @Sendable (String, Double) -> Void
    ) async throws -> WorkloadResult {
        var result = try head(of: device, storeFolder: scratch.path)
        guard !request.isUncertain else {
            try await vary(&result, on: device, in: registry, scratch: scratch, progress)
            result.warnings += ResultHead.warnings(ofInputs: result)
            return result
        }
        var topologies: [[TopologyResult]] = []
        for (index, step) in steps.enumerated() {
            var drawn = step.drawn
            drawn.shard = request.shard
            drawn.chances = chances
            drawn.plan.plant = plant.map { .moreWork($0) }
            let costs = step.device(for: device).costs(core: request.core)
            topologies.append(
                try await drawn.simulate({ _ in costs }, in: registry, scratch: scratch) {
                    progress($0, (Double(index) + $1) / Double(steps.count))
                })
        }
        result.topologies = selection.joined(topologies)
        result.warnings += ResultHead.warnings(ofInputs: result)
        return result
    }

    /// Simulates every draw with costs of its own, and then each uncertain number alone.
    private func vary(
        _ result: inout WorkloadResult, on device: Device, in registry: ChildRegistry,
        scratch: ScratchFolder, _ progress: @escaping @Sendable (String, Double) -> Void
    ) async throws {
        var drawn = steps[0].drawn
        drawn.shard = request.shard
        let uncertain = UncertainSimulation(
            device, core: request.core, draws: request.draws, seed: selection.workload.seed)
        let share = Self.drawingShare(of: request.draws)
        result.topologies = try await drawn.simulate(
            { uncertain.costs(ofDraw: $0) }, in: registry, scratch: scratch
        ) { progress($0, share * $1) }
        guard !registry.isClosed else { return }
        result.uncertainty = try await uncertain.record(
            of: drawn, phase: result.headlinePhase, in: registry, scratch: scratch
        ) { progress($0, share + (1 - share) * $1) }
    }

    /// How much of the time draws of uncertain costs take; the rest varies each number alone.
    private static func drawingShare(of draws: Int) -> Double {
        Double(draws) / Double(draws + singleRuns)
    }

    /// About twenty numbers, each at three places.
    private static let singleRuns = 60

    /// The head of a device's result.
    ///
    /// The run's name is that of its inputs, and its build is any: its files are the same on every
    /// machine.
    func head(of device: Device, storeFolder: String) throws -> WorkloadResult {
        var result = ResultHead.result(of: selection, storeFolder: storeFolder, mode: "simulated")
        let swept = steps.compactMap(\.device)
        let arguments = zip(devices, request.devices).filter { $0.0 == device }.map(\.1)
        let simulated = SimulatedDevice(
            swept.isEmpty ? [device] : swept,
            named: swept.isEmpty ? arguments : request.sweep?.values ?? [], core: request.core,
            running: steps.map { $0.device(for: device) })
        var parts = [result.workloadDigest, result.operationsDigest, simulated.name]
        parts.append(request.core.rawValue)
        if let sweep = request.sweep { parts += [sweep.key] + sweep.values }
        for axis in request.map { parts += [axis.key] + axis.values }
        if request.isUncertain { parts.append("uncertain") }
        for step in steps {
            parts.append(try Self.text(of: step.device(for: device).costs(core: request.core)))
        }
        var hash = SHA256()
        for part in parts { hash.update("\(part)\n") }
        result.run = "simulated-\(hash.hex().prefix(12))"
        result.build = SimulationRun.build
        result.device = Device.name(simulated.name, on: request.core)
        result.simulated = simulated
        result.sweep = request.sweep
        result.part = request.shard.map {
            ResultPart(
                number: $0.number, count: $0.count, total: request.draws,
                limits: limits.map(\.description))
        }
        for device in swept.isEmpty ? [device] : swept {
            result.warnings += Self.warnings(about: device, from: result.commit)
        }
        return result
    }

    /// The doubt about costs that were fitted to another engine than the one that is simulated.
    static func warnings(about device: Device, from commit: String) -> [RunWarning] {
        guard let calibration = device.calibration, calibration.commit != commit else { return [] }
        return [
            RunWarning(
                code: "other-engine",
                message: "\(device.name) was calibrated on \(calibration.date) with the engine of "
                    + "commit \(calibration.commit.prefix(12)), and this is "
                    + "\(commit.prefix(12))",
                advice: "run lab calibrate again if the engine has changed since")
        ]
    }

    private static func text(of costs: UnitCosts) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(costs), as: UTF8.self)
    }

    /// The expected length of a plan's runs, two at a time, in seconds.
    ///
    /// In an optimised build on two cores, a run of `smoke` took 0.2 s of a core, most of it its
    /// start, and one of `import-10k` 1 s: a third of the time that it stands for.
    static func seconds(of plan: BenchPlan) -> Double {
        let one = 0.15 + plan.setup.length.nominal.seconds / 3
        return Double(plan.topologies.count * plan.repetitions) * one / 2
    }

    /// The expected length of the command.
    var length: ForetoldLength {
        let plans = steps.map(\.drawn.plan)
        let seconds = plans.reduce(0.0) { sum, plan in
            let runs = Double(plan.topologies.count * plan.repetitions)
            return sum + Self.seconds(of: plan) * Double(runCount(of: plan)) / runs
        }
        let runs = devices.count * plans.reduce(0) { $0 + runCount(of: $1) }
        return ForetoldLength(
            seconds: Double(devices.count) * seconds, isAtLeast: plan.setup.length.isAtLeast,
            parts: ["\(runs) simulated \(runs == 1 ? "run" : "runs")"])
    }

    /// The runs of a step on this machine.
    private func runCount(of plan: BenchPlan) -> Int {
        let varied = request.isUncertain ? Self.singleRuns : 0
        let all = plan.topologies.count * (plan.repetitions + varied)
        return request.shard?.count(of: all) ?? all
    }
}

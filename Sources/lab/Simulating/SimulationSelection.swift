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
    let devices: [Device]
    /// The digest of the operations of each draw.
    let digests: [String]
    private let request: SimulateRequest
    private let selection: Selection

    var plan: BenchPlan { selection.plan }
    var limits: [Limit] { selection.limits }
    /// The text for operations.csv: the operations of the first draw.
    var operations: String { selection.operationStreams[0] }

    /// - Throws: `DocumentError`, `WorkloadError`, `TopologyError`, `DeviceError`,
    ///   `CommandFailure`.
    init(_ request: SimulateRequest) throws {
        self.request = request
        let selection = try Selection(request.work, repetitions: request.draws)
        self.selection = selection
        let library = DeviceLibrary(beside: WorkloadLibrary().folders)
        devices = try request.devices.map { try library.device($0) }
        if request.core == .apple, let device = devices.first(where: { $0.apple == nil }) {
            throw DeviceError.noAppleFactor(device)
        }
        if let name = Dictionary(grouping: devices, by: \.name).first(where: { $0.value.count > 1 })
        {
            throw CommandFailure(
                .usage, "two devices are called “\(name.key)”: rename one of the files")
        }
        let seed = selection.workload.seed
        digests = try (1...request.draws).map { draw in
            guard draw > 1 else { return selection.setup.plan.digest }
            return try RunSetup(
                workload: request.work.workload, settings: request.work.settings,
                seed: SimulationRun.seed(ofDraw: draw, from: seed)
            ).plan.digest
        }
    }

    /// The folder of a device's report.
    func folder(of device: Device) -> String {
        guard let output = request.output else {
            return "Reports/\(selection.workload.name)-\(device.name)"
        }
        return devices.count == 1 ? output : "\(output)/\(device.name)"
    }

    /// The request of one draw's child.
    func request(
        _ cell: SimulationRun.Cell, on device: Device, in folder: ScratchFolder
    ) -> RepetitionRequest {
        var child = plan.request(
            plan.topologies[cell.topology], repetition: cell.draw,
            mode: .simulate(device.costs(core: request.core)), in: folder)
        child.seed = SimulationRun.seed(ofDraw: cell.draw, from: selection.workload.seed)
        return child
    }

    /// The head of a device's result, with the topologies and without figures.
    ///
    /// The run's name is that of its inputs, and its build is any: its files are the same on every
    /// machine.
    func head(of device: Device, storeFolder: String) throws -> WorkloadResult {
        var result = ResultHead.result(of: selection, storeFolder: storeFolder, mode: "simulated")
        var hash = SHA256()
        for part in [
            result.workloadDigest, result.operationsDigest, device.name, request.core.rawValue,
            try Self.text(of: device.costs(core: request.core)),
        ] {
            hash.update("\(part)\n")
        }
        result.run = "simulated-\(hash.hex().prefix(12))"
        result.build = SimulationRun.build
        result.device = request.core == .lab ? device.name : "\(device.name):core=apple"
        result.simulated = SimulatedDevice(
            name: device.name, title: device.title, core: request.core.rawValue,
            marks: Self.marks(of: device, core: request.core), isMeasured: device.isMeasured,
            notModelled: SimulationRun.notModelled)
        result.topologies = plan.topologies.map { selected in
            var topology = TopologyResult(
                topology: selected.topology.name, variant: selected.variant,
                promise: selected.topology.promise)
            topology.definition = TopologyWriter(selected.topology).definition
            topology.settings = selected.settings
            return topology
        }
        return result
    }

    private static func text(of costs: UnitCosts) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(costs), as: UTF8.self)
    }

    /// The expected length of the command.
    ///
    /// In an optimised build on two cores, a run of `smoke` took 0.2 s of a core, most of it its
    /// start, and one of `import-10k` 1 s: a third of the time that it stands for.
    var length: ForetoldLength {
        let runs = devices.count * digests.count * plan.topologies.count
        let one = 0.15 + plan.setup.length.nominal.seconds / 3
        return ForetoldLength(
            seconds: Double(runs) * one / 2, isAtLeast: plan.setup.length.isAtLeast,
            parts: ["\(runs) simulated \(runs == 1 ? "run" : "runs")"])
    }

    /// `2 derived`, `9 assumed`.
    private static func marks(of device: Device, core: Device.Core) -> [String] {
        let marks = device.numbers(core: core).map(\.number.mark)
        return SourcedNumber.Mark.allCases.compactMap { mark in
            let count = marks.count { $0 == mark }
            return count == 0 ? nil : "\(count) \(mark.rawValue)"
        }
    }
}

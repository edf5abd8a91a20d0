import Bench
import Documents
import Foundation
import Reporting
import Results
import Simulation
import Topologies
import Verdicts
import WorkloadEngine

/// What a `lab simulate` with two `--map` names: the device, and a step for each pair of values.
struct MapSelection: Sendable {
    /// A cell before it is simulated.
    struct Cell: Sendable {
        let values: [String]
        let step: SimulationStep
    }

    let device: Device
    let core: Device.Core
    /// The map without cells.
    let map: DecisionMap
    let limits: [Limit]
    /// Row by row.
    let cells: [Cell]
    let folder: String

    /// - Throws: `DocumentError`, `WorkloadError`, `TopologyError`, `DeviceError`,
    ///   `CommandFailure`.
    init(_ request: SimulateRequest) throws {
        let base = try SimulationSelection(request)
        device = base.devices[0]
        core = request.core
        limits = base.limits
        let fields = base.plan.topologies.map(\.topology)
        // Cells that differ in the device alone have the same operations.
        var drawn: [[WorkloadSetting]: DrawnPlan] = [:]
        let axes = request.map
        for axis in axes { try Self.check(axis, request.work, base.plan) }
        var cells: [Cell] = []
        for first in axes[0].values {
            for second in axes[1].values {
                var settings: [WorkloadSetting] = []
                var changes: [DeviceSetting] = []
                for (axis, value) in zip(axes, [first, second]) {
                    if axis.key.hasPrefix(DeviceSetting.prefix) {
                        changes.append(try DeviceSetting(key: axis.key, value: value))
                    } else {
                        let isField = fields.contains { $0.hasField(axis.field) }
                        settings.append(
                            WorkloadSetting(
                                key: isField ? "topology.\(axis.field)" : axis.key, value: value))
                    }
                }
                if drawn[settings] == nil {
                    var work = request.work
                    work.settings += settings
                    let selection = try Selection(work, repetitions: request.draws)
                    drawn[settings] = DrawnPlan(selection.plan)
                }
                var step = SimulationStep(drawn[settings]!)
                step.settings = changes
                cells.append(Cell(values: [first, second], step: step))
            }
        }
        self.cells = cells
        map = DecisionMap(
            head: try base.head(of: device, storeFolder: FileManager.default.currentDirectoryPath),
            axes: axes, limits: limits.map(\.description), draws: request.draws,
            variants: base.plan.topologies.map(\.variant))
        folder = request.output ?? base.folder(of: device) + "-map"
    }

    /// Refuses a side whose values something else replaces: its cells would be alike.
    ///
    /// - Throws: `CommandFailure` with what sets the key, too.
    private static func check(
        _ axis: SweepRecord, _ work: WorkloadRequest, _ plan: BenchPlan
    ) throws {
        let field = axis.field
        if !plan.topologies.contains(where: { $0.topology.hasField(field) }),
            let error = axis.fieldError(option: "--map")
        {
            throw error
        }
        var others = work.settings.filter {
            $0.key == axis.key || $0.key == "topology.\(field)"
        }.map { "--set \($0.text)" }
        if axis.key == "seed", work.seed != nil { others.append("--seed") }
        for topology in plan.topologies {
            switch topology.settings.first(where: { $0.field == field })?.source {
            case .variant?: others.append("--topology \(topology.variant)")
            case .file?: others.append("the file of \(topology.variant)")
            case .own?, .workload?, nil: break
            }
        }
        guard let other = others.first else { return }
        throw CommandFailure(
            .usage,
            "--map \(axis.key) and \(other) set the same: leave it out in one of them")
    }

    /// The expected length of the command.
    var length: ForetoldLength {
        let plans = cells.map(\.step.drawn.plan)
        let runs = plans.reduce(0) { $0 + $1.topologies.count * $1.repetitions }
        return ForetoldLength(
            seconds: plans.reduce(0) { $0 + SimulationSelection.seconds(of: $1) },
            isAtLeast: plans.contains { $0.setup.length.isAtLeast },
            parts: ["\(cells.count) cells of \(runs / max(cells.count, 1)) simulated runs each"])
    }
}

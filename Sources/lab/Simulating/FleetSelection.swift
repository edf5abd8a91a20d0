import Bench
import Documents
import Execution
import Foundation
import Results
import Simulation
import Topologies
import WorkloadEngine

/// What a `lab simulate --fleet` names: every device with every kind of session, read and checked.
struct FleetSelection: Sendable {
    /// A device and a kind of session.
    struct Cell: Sendable {
        let device: Device
        let core: Device.Core
        /// `iphone-8:core=apple`: the two cores of a device are two rows of a table.
        var deviceName: String { device.name(on: core) }
        let drawn: DrawnPlan
        let sample: FleetSample.Cell
        /// `iphone-8, smoke`.
        let name: String
    }

    let fleet: Fleet
    let cells: [Cell]
    let variants: [String]
    private let seed: UInt64

    /// - Throws: `DocumentError`, `WorkloadError`, `TopologyError`, `DeviceError`,
    ///   `CommandFailure`.
    init(_ request: FleetRequest) throws {
        let folders = WorkloadLibrary().folders
        let fleet = try FleetLibrary(beside: folders).fleet(request.fleet)
        self.fleet = fleet
        let library = DeviceLibrary(beside: folders)
        // The same for every kind of session, whatever its workload would run by itself; those of
        // files follow.
        let topologies =
            request.work.topologies.isEmpty
            ? CodedStack.all.map(\.name) + TopologyCatalogue.defaults.map(\.name)
            : request.work.topologies
        let selections = try fleet.sessions.map { session in
            var work = request.work
            work.workload = session.workload
            work.topologies = topologies
            work.settings = session.settings + request.work.settings
            return try Self.placed("session “\(session.workload)”") {
                try Selection(work, repetitions: request.draws)
            }
        }
        variants = selections[0].plan.topologies.map(\.variant)
        seed = selections[0].workload.seed
        let all = try fleet.parts.flatMap { part in
            let device = try Self.placed("device “\(part.device)”") {
                let device = try library.device(part.device)
                if part.core == .apple, device.apple == nil {
                    throw DeviceError.noAppleFactor(device)
                }
                return device
            }
            return zip(fleet.sessions, selections).map { session, selection in
                Cell(
                    device: device, core: part.core, drawn: DrawnPlan(selection.plan),
                    sample: FleetSample.Cell(
                        weight: part.share * session.share, kills: session.kills,
                        powerLosses: session.powerLosses),
                    name: "\(device.name(on: part.core)), \(session.workload)")
            }
        }
        // What has no share has no sessions to be simulated.
        cells = all.filter { $0.sample.weight > 0 }
        try Self.checkNames(of: cells)
    }

    /// Refuses two devices of one name: they would be one row.
    private static func checkNames(of cells: [Cell]) throws {
        for cell in cells
        where cells.contains(where: {
            $0.deviceName == cell.deviceName && $0.device != cell.device
        }) {
            throw CommandFailure(
                .usage, "two devices are called “\(cell.deviceName)”: rename one of the files")
        }
    }

    /// Reads what the fleet's file names.
    private static func placed<T>(_ place: String, _ read: () throws -> T) throws -> T {
        do {
            return try read()
        } catch {
            throw CommandFailure(error).named(by: "the fleet's \(place)")
        }
    }

    /// Where the draws of sessions begin.
    var stream: RandomStream { RandomStream(seed: seed).keyed("fleet") }

    /// The expected length of the command.
    var length: ForetoldLength {
        let plans = cells.map(\.drawn.plan)
        let runs = plans.reduce(0) { $0 + $1.topologies.count * $1.repetitions }
        return ForetoldLength(
            seconds: plans.reduce(0) { $0 + SimulationSelection.seconds(of: $1) },
            isAtLeast: plans.contains { $0.setup.length.isAtLeast },
            parts: ["\(runs) simulated runs"])
    }
}

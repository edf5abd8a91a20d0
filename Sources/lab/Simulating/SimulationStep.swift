import Bench
import Results
import Simulation

/// One part of a simulation: the whole of it, or a value of a sweep.
struct SimulationStep: Sendable {
    var drawn: DrawnPlan
    /// The device in the place of the command's; `nil` outside of a sweep over devices.
    var device: Device?
    /// The numbers that the device has in the place of its own.
    var settings: [DeviceSetting] = []

    init(_ drawn: DrawnPlan) { self.drawn = drawn }

    /// The device that it runs on, where the command names `device`.
    func device(for device: Device) -> Device {
        settings.reduce(self.device ?? device) { $0.with($1) }
    }
}

extension SimulationStep {
    /// The key of a sweep over whole devices.
    static let deviceKey = "device"

    /// The steps of a sweep: one for each value, and one for topologies without the swept field.
    ///
    /// - Parameter selection: of the sweep where it sweeps no device.
    /// - Throws: `DeviceError`, `DocumentError`, `WorkloadError`.
    static func steps(
        of sweep: SweepRecord, _ selection: Selection, _ library: DeviceLibrary
    ) throws -> [SimulationStep] {
        guard isOfDevices(sweep) else {
            return selection.plans.map { SimulationStep(DrawnPlan($0)) }
        }
        // The operations are the same at every value.
        let drawn = DrawnPlan(selection.plan)
        return try sweep.values.map { value in
            var step = SimulationStep(drawn)
            step.drawn.plan.topologies = selection.plan.topologies.map { selected in
                selected.at(
                    SweepPoint(
                        row: selected.variant, value: value,
                        workloadDigest: selection.workload.digest,
                        operationsDigest: selection.setup.plan.digest)
                ).named("\(selected.variant) \(sweep.key)=\(value)")
            }
            if sweep.key == deviceKey {
                step.device = try library.device(value)
            } else {
                step.settings = [try DeviceSetting(key: sweep.key, value: value)]
            }
            return step
        }
    }

    /// Whether a sweep is one over devices or over a number of theirs.
    static func isOfDevices(_ sweep: SweepRecord) -> Bool {
        sweep.key == deviceKey || sweep.key.hasPrefix(DeviceSetting.prefix)
    }
}

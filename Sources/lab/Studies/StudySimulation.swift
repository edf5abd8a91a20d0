import Bench
import Results
import Runs
import Simulation
import WorkloadEngine

/// The arms of a study in virtual time, on a device.
///
/// Draw by draw all arms of one workload meet the same operations and the same times of syncs, so
/// that the n-th draws of two arms are a pair, as two rounds are.
struct StudySimulation: Sendable {
    /// A device as the command asks for it.
    struct Subject: Codable, Sendable, Hashable {
        /// By name or file.
        var device: String
        var core = Device.Core.lab
        /// Where in its range each number is taken.
        var end = Device.End.middle
    }

    let device: Device
    let core: Device.Core
    /// What the reports say of the device.
    let simulated: SimulatedDevice

    /// - Throws: `DocumentError`, `DeviceError`.
    init(_ subject: Subject) throws {
        let device = try DeviceLibrary(beside: WorkloadLibrary().folders).device(subject.device)
        if subject.core == .apple, device.apple == nil { throw DeviceError.noAppleFactor(device) }
        self.device = device.at(subject.end)
        core = subject.core
        simulated = SimulatedDevice([self.device], named: [subject.device], core: core)
    }

    /// Simulates every draw of every arm.
    ///
    /// - Parameters:
    ///   - shard: this machine's part of the draws; `nil` for all.
    ///   - progress: receives an arm that begins, and the share that is done.
    /// - Returns: the results, plan by plan.
    func run(
        _ plans: [BenchPlan], shard: Shard?, in registry: ChildRegistry, scratch: ScratchFolder,
        progress: @escaping @Sendable (String, Double) -> Void
    ) async throws -> [[TopologyResult]] {
        var results: [[TopologyResult]] = []
        for (index, plan) in plans.enumerated() {
            let done = Double(index)
            let costs = device.costs(core: core)
            var drawn = DrawnPlan(plan)
            drawn.shard = shard
            let arm = try await drawn.simulate(
                { _ in costs }, in: registry, scratch: scratch
            ) { progress($0, (done + $1) / Double(plans.count)) }
            results.append(arm)
        }
        return results
    }
}

import Bench
import Execution
import Results
import Runs
import Simulation

/// A plan whose repetitions are draws: each has operations of its own, and all topologies meet the
/// same ones.
struct DrawnPlan: Sendable {
    var plan: BenchPlan
    /// This machine's part of the runs; `nil` for all.
    var shard: Shard?
    /// How often each draw is simulated, each time with other times of syncs.
    var chances = 1

    init(_ plan: BenchPlan) {
        self.plan = plan
    }

    /// Simulates every draw of every topology.
    ///
    /// - Parameters:
    ///   - costs: the costs of work and calls, by draw.
    ///   - scratch: the folder for stores in use.
    ///   - progress: receives a topology and a draw that ended, and the share of those that have.
    /// - Returns: the topologies in the plan's order, with a repetition for each draw and chance.
    /// - Throws: `RunsError`; `StoreIOError` if a folder cannot be made.
    func simulate(
        _ costs: @escaping @Sendable (Int) -> UnitCosts, in registry: ChildRegistry,
        scratch: ScratchFolder,
        progress: @escaping @Sendable (String, Double) -> Void
    ) async throws -> [TopologyResult] {
        let run = SimulationRun(
            in: registry, scratch: scratch, subcommand: BenchPlan.childSubcommand,
            timeLimit: plan.timeLimit, request: { request($0, costs($0.draw), in: $1) },
            progress: { cell, share in
                progress("\(plan.topologies[cell.topology].variant), draw \(cell.draw)", share)
            })
        var results = plan.emptyResults
        try await run.run(
            draws: plan.repetitions, chances: chances, operationsDigest: plan.setup.plan.digest,
            includes: { shard?.includes($0) ?? true }, &results)
        return results
    }

    private func request(
        _ cell: SimulationRun.Cell, _ costs: UnitCosts, in folder: ScratchFolder
    ) -> RepetitionRequest {
        var child = plan.request(
            plan.topologies[cell.topology],
            repetition: (cell.draw - 1) * chances + cell.chance, mode: .simulate(costs),
            in: folder)
        child.chance = cell.chance
        child.seed = SimulationRun.seed(ofDraw: cell.draw, from: plan.setup.workload.seed)
        return child
    }
}

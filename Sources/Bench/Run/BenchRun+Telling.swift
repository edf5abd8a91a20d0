import Execution
import Results
import Verdicts

extension BenchRun {
    /// Runs rounds until `telling` ends them.
    ///
    ///     warm-up ─▶ round 1 ─▶ round 2 ─▶ …    telling decides after each, this only runs them
    ///
    /// The n-th round has the order of the n-th round of any run with this seed. An interruption
    /// ends it early with the results so far.
    ///
    /// - Parameter telling: takes the results after each round; afterwards it has the run's record.
    /// - Returns: one result a topology, in the plan's order, without summaries of a topology that
    ///   failed.
    /// - Throws: `RunsError` if a child cannot be started or its files cannot be written.
    /// - Precondition: the run has one plan.
    package func run(_ telling: inout Telling) async throws -> [TopologyResult] {
        precondition(
            plans.count == 1, "topologies of \(plans.count) plans cannot be told apart: pass one")
        let began = ThreadClock.monotonic
        let elapsed = { (ThreadClock.monotonic - began).seconds }
        var results = emptyResults
        guard try await warmUp() else { return summarized(results)[0] }
        var round = 0
        var goesOn = true
        while goesOn {
            let state = telling
            let report = { (round: Int, _: Int, cell: Cell) in
                let variant = plans[cell.plan].topologies[cell.topology].variant
                progress(
                    RunProgress(
                        what: "\(variant), round \(round + 1); \(state.status)",
                        share: state.share(after: elapsed())))
            }
            let isWhole = try await run(
                order.cells(inRound: round), round: round, &results, keepsStores: true, report)
            guard isWhole else { return summarized(results)[0] }
            goesOn = telling.goesOn(with: results[0], after: elapsed())
            round += 1
        }
        progress(RunProgress(what: "measured, \(telling.status)", share: 1))
        return summarized(results)[0]
    }
}

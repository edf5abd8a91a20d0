import Bench
import Results
import Runs
import Verdicts

/// One run of `lab selftest` until two topologies are told apart, whose difference is known.
///
///     told-cost      X, and X whose saves are a tenth dearer      the one is better
///     told-loss      a stack that waits for its writer, and the
///                    same that commits within 8 ms                the first loses less
///     told-nothing   X, and X again                               neither is better
struct TellingStep: Sendable {
    let kind: SelfTestCase.Kind
    let selection: Selection
    let cost: PlantedCost
    let limit: TellingRequest
    /// From 0.
    let number: Int
    let registry: ChildRegistry

    /// `told-cost 3`.
    var name: String { "\(kind.rawValue) \(number + 1)" }

    /// A kill at a random instant finds an edit uncommitted about once in ten times: 25 edits a
    /// second are saved, and wait 4 ms for a commit on average.
    private static let lossy = WorkloadRequest(
        "edit-autosave",
        on: ["private-writer:main.hops=wait writer", "private-writer:flush=every 8ms"],
        settings: [
            WorkloadSetting(key: "roles.ui.save", value: "after-edit"),
            WorkloadSetting(key: "phases.type.for", value: "600ms"),
        ])

    /// Runs rounds until the two are told apart, or the time is up.
    ///
    /// - Throws: `CommandFailure` for a topology that failed; `RunsError`.
    func run(_ progress: @escaping @Sendable (RunProgress) -> Void) async throws -> SelfTestCase {
        let selection = kind == .toldLoss ? try Selection(Self.lossy) : selection
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        var plan = selection.plan
        // With six rounds there is a warm-up.
        plan.repetitions = Look.rounds(before: 1)
        if kind != .toldLoss {
            let first = plan.topologies[0]
            plan.topologies = [
                first,
                kind == .toldCost
                    ? first.planted(cost.plant, name: cost.text)
                    : first.named("\(first.variant) again"),
            ]
        }
        var telling = Telling(
            within: limit.seconds, headlinePhase: selection.workload.headlinePhase)
        let topologies = try await BenchRun(
            [plan], in: registry, scratch: scratch, keptStores: nil, progress: progress
        ).run(&telling)
        for topology in topologies {
            guard let failure = topology.failure else { continue }
            throw CommandFailure(
                ExitCode(of: failure.kind), "\(topology.variant) failed: \(failure.message)")
        }
        var result = ResultHead.result(of: selection, storeFolder: scratch.path)
        result.topologies = topologies
        result.telling = telling.record
        return judged(Ranking(of: result), telling.record)
    }

    private func judged(_ ranking: Ranking, _ record: TellingRecord) -> SelfTestCase {
        let better = ranking.pairs.filter { $0.verdict == .firstIsBetter }.map(\.measure)
        let worse = ranking.pairs.filter { $0.verdict == .secondIsBetter }.map(\.measure)
        let sought: Measure? =
            switch kind {
            case .toldCost: Metric.mainBusy[.total]
            case .toldLoss: Metric.lossKill[.exposure]
            default: nil
            }
        let isFound =
            sought.map(better.contains) ?? (better.isEmpty && worse.isEmpty)
        let names =
            better.map { "\($0.shortName) better" } + worse.map { "\($0.shortName) worse" }
        var one = SelfTestCase(
            kind: kind, expected: sought.map { "\($0.shortName) better" } ?? "not told apart",
            found: names.isEmpty ? "not told apart" : names.joined(separator: ", "),
            isFound: isFound, code: .ok)
        one.telling = record
        return one
    }
}

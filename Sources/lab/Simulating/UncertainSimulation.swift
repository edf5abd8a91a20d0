import Execution
import Results
import Runs
import Simulation
import Verdicts

/// A simulation whose draws have costs of their own, anywhere in their ranges; and what each
/// uncertain number does alone.
struct UncertainSimulation: Sendable {
    private let device: Device
    private let core: Device.Core
    private let factors: [CostFactor]
    /// By draw, then by factor.
    private let shares: [[Double]]

    /// The figures that the effect of each number is looked at in.
    private static let measures = [
        Metric.mainDelay[.p99], Metric.mainStall[.max], Metric.mainBusy[.total],
    ]

    /// - Parameter seed: the workload's; it decides the costs of all draws.
    init(_ device: Device, core: Device.Core, draws: Int, seed: UInt64) {
        self.device = device
        self.core = core
        factors = device.factors(core: core)
        shares = LatinHypercube.draws(
            draws, dimensions: factors.count, from: RandomStream(seed: seed).keyed("costs"))
    }

    /// The costs of a draw, from 1.
    func costs(ofDraw draw: Int) -> UnitCosts {
        device.costs(
            core: core,
            times: zip(factors, shares[draw - 1]).map { ($0, $0.multiple(at: $1)) })
    }

    /// The ranges of all numbers, and what each does alone in the first draw's world.
    ///
    /// Work that no topology does has no effect, and is not simulated again.
    ///
    /// - Parameter progress: receives the number that is varied, and the share that is done.
    /// - Throws: as `DrawnPlan.simulate`.
    func record(
        of drawn: DrawnPlan, phase: String, in registry: ChildRegistry, scratch: ScratchFolder,
        progress: @escaping @Sendable (String, Double) -> Void
    ) async throws -> UncertaintyRecord {
        var single = drawn
        single.plan.repetitions = 1
        single.shard = nil
        func figures(
            _ multiples: [(CostFactor, Double)], _ what: String, _ share: Double
        ) async throws -> [[Figure]] {
            let costs = device.costs(core: core, times: multiples)
            return try await single.simulate({ _ in costs }, in: registry, scratch: scratch) {
                topology, _ in progress("\(what), \(topology)", share)
            }.map { $0.repetitions.first?.figures ?? [] }
        }
        let middle = try await figures([], "costs as they are", 0)
        let active = factors.filter { Self.isCounted($0, in: middle) }
        var effects: [UncertaintyRecord.Effect] = []
        for (index, factor) in active.enumerated() where !registry.isClosed {
            guard drawn.shard?.includes(index) ?? true else { continue }
            let share = Double(index) / Double(active.count)
            var ends: [[[Figure]]] = []
            for multiple in [factor.low, factor.high, 0.5] {
                ends.append(try await figures([(factor, multiple)], factor.name, share))
            }
            effects += self.effects(of: factor, middle, ends, phase: phase, drawn)
        }
        return UncertaintyRecord(
            factors: factors.map {
                UncertaintyRecord.Factor(name: $0.name, low: $0.low, high: $0.high)
            },
            effects: effects)
    }

    private func effects(
        of factor: CostFactor, _ middle: [[Figure]], _ ends: [[[Figure]]], phase: String,
        _ drawn: DrawnPlan
    ) -> [UncertaintyRecord.Effect] {
        drawn.plan.topologies.indices.flatMap { place in
            Self.measures.compactMap { measure -> UncertaintyRecord.Effect? in
                func figure(_ figures: [[Figure]]) -> Figure? {
                    HeadlineScope.figures(of: measure, in: figures[place], headlinePhase: phase)
                        .first
                }
                guard let base = figure(middle), let low = figure(ends[0]),
                    let high = figure(ends[1]), let half = figure(ends[2])
                else { return nil }
                return UncertaintyRecord.Effect(
                    factor: factor.name, variant: drawn.plan.topologies[place].variant, of: base,
                    low: low.value, high: high.value, half: half.value)
            }
        }
    }

    /// Whether any topology did the work that a factor is the cost of; other numbers always count.
    private static func isCounted(_ factor: CostFactor, in figures: [[Figure]]) -> Bool {
        guard case .work(let work) = factor.subject, let metric = Metric.work[work] else {
            return true
        }
        return figures.joined().contains { $0.metric == metric.name && $0.value > 0 }
    }
}

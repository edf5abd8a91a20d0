import Results
import Statistics

/// Judges limits by the figures of a result; every command judges through it.
///
/// A limit is kept if every repetition keeps it in every measured phase and over all of them, or in
/// the phase that it names. If figures exist for single roles only, the worst of them counts. A
/// limit whose figure does not exist is not kept: a missing figure must not pass.
package enum LimitEvaluator {
    /// The figures of one repetition.
    struct Judged {
        let figures: [Figure]
        let isDisturbed: Bool
    }

    /// The value that a limit is judged by, and the phase in which it was measured.
    private struct Found {
        let value: Double
        let phase: String
    }

    /// Judges each topology's limits and writes the verdicts into the result.
    package static func judge(_ limits: [Limit], of result: inout WorkloadResult) {
        for index in result.topologies.indices {
            result.topologies[index].limits = verdicts(on: limits, of: result.topologies[index])
        }
    }

    /// The verdicts on one topology, in the order of the limits.
    package static func verdicts(on limits: [Limit], of topology: TopologyResult)
        -> [LimitVerdict]
    {
        // A topology that failed has no figures that mean anything.
        let repetitions =
            topology.failure == nil
            ? topology.repetitions.map {
                Judged(figures: $0.figures, isDisturbed: $0.mark == .disturbed)
            } : []
        return limits.map { verdict(on: $0, of: repetitions) }
    }

    /// The verdict on one limit by the figures of each repetition.
    static func verdict(on limit: Limit, of repetitions: [Judged]) -> LimitVerdict {
        var found: [(value: Found, isDisturbed: Bool)] = []
        for repetition in repetitions {
            guard let value = value(for: limit, in: repetition.figures) else { continue }
            found.append((value, repetition.isDisturbed))
        }
        let keeps = { (entry: (value: Found, isDisturbed: Bool)) in
            limit.comparison.holds(entry.value.value, limit.bound)
        }
        let undisturbed = found.filter { !$0.isDisturbed }
        let counted = undisturbed.isEmpty ? found : undisturbed
        var verdict = LimitVerdict(
            limit: limit.description, isKept: !found.isEmpty && found.allSatisfy(keeps),
            value: Sample(counted.map(\.value.value)).median, unit: limit.measure.unit.rawValue)
        let worst = worst(found.map(\.value), for: limit)
        verdict.worst = worst?.value
        verdict.worstPhase = worst.flatMap { $0.phase == PhaseName.all ? nil : $0.phase }
        verdict.kept = found.count(where: keeps)
        verdict.judged = found.count
        verdict.isKeptUndisturbed =
            undisturbed.isEmpty ? nil : undisturbed.allSatisfy(keeps)
        return verdict
    }

    /// The worst of a repetition's figures that a limit speaks of.
    private static func value(for limit: Limit, in figures: [Figure]) -> Found? {
        let own = figures.filter {
            $0.isOf(limit.measure) && (limit.phase == nil || $0.phase == limit.phase)
        }
        var found: [Found] = []
        for phase in Set(own.map(\.phase)).sorted() {
            let ofPhase = own.filter { $0.phase == phase }
            let together = ofPhase.filter(\.role.isEmpty)
            found += (together.isEmpty ? ofPhase : together).map {
                Found(value: $0.value, phase: phase)
            }
        }
        return worst(found, for: limit)
    }

    /// The worst value; of equal ones that of a single phase, which says more.
    private static func worst(_ found: [Found], for limit: Limit) -> Found? {
        let sign = limit.comparison.isUpper ? 1.0 : -1.0
        return found.max {
            (sign * $0.value, $0.phase == PhaseName.all ? 0 : 1)
                < (sign * $1.value, $1.phase == PhaseName.all ? 0 : 1)
        }
    }
}

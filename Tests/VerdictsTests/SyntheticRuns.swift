import Foundation
import Results
import Verdicts

/// Results as a machine with noise would measure them, from a seed.
///
/// The logarithm of each figure is that of its level, and
///
///     the machine's drift        a random walk over the rounds, the same for arms that alternate
///     the run's own bias         one number for all repetitions of a result
///     scatter                    normal, of each figure and repetition alone
///     a spike                    now and then a repetition is up to half as slow again
struct SyntheticRuns {
    /// Standard deviations of logarithms: 0.04 is 4 %.
    var scatter = 0.04
    var drift = 0.01
    var bias = 0.0
    /// The share of repetitions that are disturbed without being marked.
    var spikes = 0.03
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    /// Figures of one topology: the standard family, and figures without gates.
    private static let figures: [Figure] = [
        figure("main.busy", "total", 340, "ms"), figure("main.delay", "mean", 4.5, "ms"),
        figure("main.delay", "p99", 26, "ms"),
        figure("main.hitch_ratio.60", "total", 44, "ms/s"),
        figure("import.duration", "total", 1.5, "s", role: "importer"),
        figure("process.cpu", "total", 850, "ms", phase: "all"),
        figure("process.peak_memory", "max", 120, "MiB", phase: "all"),
        figure("loss.kill", "exposure", 0, "edits"),
        figure("store.commits", "total", 30, "count"),
        figure("main.busy", "total", 12, "ms", phase: "idle"),
        figure("main.busy", "total", 420, "ms", phase: "all"),
        figure("main.stall", "max", 35, "ms"),
        figure("main.blocked", "total", 18, "ms"),
        figure("operation.search", "p95", 8, "ms", role: "ui"),
        figure("operation.edit", "p50", 2.5, "ms", role: "ui"),
        figure("ui.freshness", "p50", 20, "ms", role: "ui"),
        figure("store.bytes_written", "total", 9e6, "bytes"),
    ]

    private static func figure(
        _ metric: String, _ statistic: String, _ value: Double, _ unit: String,
        phase: String = "import", role: String = ""
    ) -> Figure {
        Figure(
            metric: metric, statistic: statistic, value: value, unit: unit, better: .lower,
            phase: phase, role: role, count: 100)
    }

    /// A baseline and a candidate that is slower by these factors.
    mutating func pair(
        rounds: Int, isInterleaved: Bool = true, factors: [String: Double] = [:]
    ) -> (baseline: ResultFigures, candidate: ResultFigures) {
        let shared = walk(rounds)
        let other = isInterleaved ? shared : walk(rounds)
        let session = isInterleaved ? "s" : nil
        return (
            result(shared, session: session, arm: "baseline", factors: [:]),
            result(other, session: session, arm: "candidate", factors: factors)
        )
    }

    private mutating func walk(_ rounds: Int) -> [Double] {
        var level = 0.0
        return (0..<rounds).map { _ in
            level += drift * random.normal()
            return level
        }
    }

    private mutating func result(
        _ walk: [Double], session: String?, arm: String, factors: [String: Double]
    ) -> ResultFigures {
        let shift = bias * random.normal()
        let repetitions = walk.map { level in
            let spike = random.unit() < spikes ? log(1 + random.unit() / 2) : 0
            return Self.figures.map { figure in
                var figure = figure
                // Counts and losses of nothing follow from the operations, not from the machine.
                guard figure.metric != "store.commits" else { return figure }
                let noise = level + shift + spike + scatter * random.normal()
                figure.value *= exp(noise) * (factors[figure.name] ?? 1)
                return figure
            }
        }
        return ResultFigures(Fixture.result(repetitions: repetitions, session: session, arm: arm))
    }
}

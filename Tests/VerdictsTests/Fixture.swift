import Results
import Testing
import Verdicts

/// Results as small as they can be.
enum Fixture {
    static func result(figures: [Figure], headlinePhase: String = "import") -> WorkloadResult {
        var result = WorkloadResult(
            run: "r", commit: "c", build: "debug", workload: "w", workloadDigest: "d", title: "",
            question: "", expect: "", device: "", seed: 1, started: "",
            host: Host(
                system: "", processor: "", cores: 2, memoryBytes: 0, sqlite: "", fileSystem: ""),
            headlinePhase: headlinePhase, operationsDigest: "")
        var topology = TopologyResult(topology: "siblings", variant: "siblings", promise: "")
        topology.summary = figures
        result.topologies = [topology]
        return result
    }

    static func figure(
        _ metric: String, _ statistic: String, _ value: Double, phase: String = "import",
        role: String = ""
    ) -> Figure {
        Figure(
            metric: metric, statistic: statistic, value: value, unit: "ms", better: .lower,
            phase: phase, role: role, count: 3)
    }

    /// A result of one topology whose n-th repetition has the n-th of these lists.
    static func result(
        repetitions: [[Figure]], marks: [Mark] = [], session: String? = nil,
        arm: String = "baseline"
    ) -> WorkloadResult {
        var result = result(figures: [])
        result.topologies[0].repetitions = repetitions.enumerated().map { index, figures in
            RepetitionResult(
                record: RunRecord(
                    topology: "siblings", variant: "siblings", repetition: index + 1,
                    build: "debug"), figures: figures,
                mark: index < marks.count ? marks[index] : .none)
        }
        result.interleaving = session.map { Interleaving(session: $0, arm: arm) }
        return result
    }

    /// Two results with one metric each, and their comparison.
    static func row(
        _ name: String = "main.busy.total", baseline: [Double], candidate: [Double],
        isPaired: Bool = true, better: Polarity = .lower, mode: String = "measured",
        family: GateFamily = .standard, floor: NoiseFloor = .uncalibrated
    ) throws -> ComparisonRow {
        let comparison = comparison(
            name, baseline: baseline, candidate: candidate, isPaired: isPaired, better: better,
            mode: mode, family: family, floor: floor)
        return try #require(comparison.rows.first)
    }

    static func comparison(
        _ name: String = "main.busy.total", baseline: [Double], candidate: [Double],
        isPaired: Bool = true, better: Polarity = .lower, mode: String = "measured",
        family: GateFamily = .standard, floor: NoiseFloor = .uncalibrated
    ) -> Comparison {
        let parts = name.split(separator: ".")
        let metric = parts.dropLast().joined(separator: ".")
        let arms = [baseline, candidate].enumerated().map { index, values in
            var result = result(
                repetitions: values.map { value in
                    var figure = figure(metric, String(parts.last!), value)
                    figure.better = better
                    return [figure]
                }, session: isPaired ? "s" : nil, arm: "\(index)")
            result.mode = mode
            return ResultFigures(result)
        }
        return Comparison(baseline: arms[0], candidate: arms[1], family: family, floor: floor)
    }

    static func crash(verdict: CrashVerdict) -> CrashRecord {
        CrashRecord(
            index: 0, point: "random", at: 0, occurrence: 0, editsMade: 0, editsSaved: 0,
            editsCommitted: 0, editsRecovered: 0, editsLost: 0, editsDirtyLost: 0,
            verdict: verdict, detail: "")
    }
}

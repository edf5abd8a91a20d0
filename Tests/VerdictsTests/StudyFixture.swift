import Results
import Testing
import Verdicts

/// Studies of two arms, and results for them.
enum StudyFixture {
    /// A study with these orders and claims, as YAML lists of flow mappings.
    static func study(
        orders: [String] = [], claims: [String] = [], published: (a: String, b: String)? = nil
    ) throws -> Study {
        let figures = { (time: String?) in
            time.map { ", published: { main.busy.total: \($0) }" } ?? ""
        }
        var text = """
            schema: 1
            title: Two stacks
            source: arithmetic
            workload: smoke
            arms:
              a: { topology: siblings\(figures(published?.a)) }
              b: { topology: child-of-main\(figures(published?.b)) }

            """
        if !orders.isEmpty {
            text += "orders:\n" + orders.map { "  - \($0)\n" }.joined()
        }
        if !claims.isEmpty {
            text += "claims:\n"
            for claim in claims {
                text += "  - { text: a claim, source: arithmetic, \(claim) }\n"
            }
        }
        return try Study.parse(text, file: "two.study.yaml")
    }

    /// A claim with one bound on `a` over `b`.
    static func ratio(_ condition: String) -> String {
        "holds-if: [{ arm: a, over: b, ratio: \(condition) }]"
    }

    /// An arm whose n-th repetition has the n-th value of each metric.
    static func arm(
        _ label: String, _ values: [String: [Double]], disturbed: Set<Int> = [],
        failure: RunFailure? = nil
    ) -> StudyArmResult {
        var topology = TopologyResult(topology: "siblings", variant: label, promise: "")
        let count = values.values.map(\.count).max() ?? 0
        topology.repetitions = (0..<count).map { index in
            RepetitionResult(
                record: RunRecord(
                    topology: "siblings", variant: label, repetition: index + 1, build: "debug"),
                figures: values.keys.sorted().map { figure($0, values[$0]![index]) },
                mark: disturbed.contains(index + 1) ? .disturbed : .none)
        }
        topology.summary = values.keys.sorted().map { figure($0, values[$0]!.sorted()[count / 2]) }
        topology.failure = failure
        return StudyArmResult(
            label: label, workload: "w", workloadDigest: "d", seed: 1, variant: "siblings",
            settings: [], launchArguments: [], headlinePhase: "import", result: topology)
    }

    private static func figure(_ name: String, _ value: Double) -> Figure {
        let parts = name.split(separator: ".")
        return Fixture.figure(
            parts.dropLast().joined(separator: "."), String(parts.last!), value)
    }

    static func judgement(_ study: Study, _ arms: [StudyArmResult]) -> StudyJudgement {
        var result = StudyResult(
            run: "r", commit: "c", build: "debug", study: study.name, digest: study.digest,
            started: "", host: Fixture.result(figures: []).host)
        result.arms = arms
        return StudyJudgement(study, result)
    }

    /// The judgement on one claim or order about `metric`, of the values of both arms.
    static func judgement(
        _ study: Study, _ metric: String, _ a: [Double], _ b: [Double]
    ) -> StudyJudgement {
        judgement(study, [arm("a", [metric: a]), arm("b", [metric: b])])
    }

    /// Values about a level that differ by a per cent or two, and by other shares in each arm.
    static func values(_ level: Double, count: Int = 6, shift: Int = 0) -> [Double] {
        let shares = [0.99, 1.012, 1.0, 0.985, 1.02, 0.995, 1.008, 0.99]
        return (0..<count).map { level * shares[($0 + shift) % shares.count] }
    }
}

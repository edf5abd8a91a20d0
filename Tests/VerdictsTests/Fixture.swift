import Results

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

    static func crash(verdict: String) -> CrashRecord {
        CrashRecord(
            index: 0, point: "random", at: 0, occurrence: 0, editsMade: 0, editsSaved: 0,
            editsCommitted: 0, editsRecovered: 0, editsLost: 0, editsDirtyLost: 0,
            verdict: verdict, detail: "")
    }
}

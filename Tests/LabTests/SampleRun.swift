import Foundation
import Results

/// A run's folder as `lab run` leaves it, with figures that a test has chosen.
struct SampleRun {
    /// Measurements of a machine with a little noise: the n-th of these times the figure's level.
    static let noise = [
        1.000, 1.004, 0.997, 1.002, 0.995, 1.006, 0.999, 1.003, 0.996, 1.001, 0.998, 1.005,
    ]

    var run = "baseline"
    var commit = "1111111111111111111111111111111111111111"
    var started = "2026-01-01T02:00:00Z"
    var build = "debug"
    var digest = "d1"
    var variants = ["siblings"]
    /// By name: the level, and its unit.
    var levels: [(name: String, value: Double, unit: String)] = [
        ("main.busy.total", 340, "ms"), ("main.delay.p99", 26, "ms"),
        ("main.cause.save.total", 120, "ms"), ("main.cause.fetch.total", 80, "ms"),
        ("process.cpu.total", 850, "ms"),
    ]
    /// Times the level of single figures.
    var factors: [String: Double] = [:]
    var noise = Self.noise
    /// By how many rounds its noise is later than the baseline's.
    var shift = 0
    var marks: [Mark] = []
    var session: String?
    var failure: RunFailure?
    var isInterrupted = false
    var gates: [String]?

    /// The same machine's candidate, that alternated with it.
    func candidate(_ factors: [String: Double] = [:]) -> SampleRun {
        var other = self
        other.run = "candidate"
        other.commit = "2222222222222222222222222222222222222222"
        other.started = "2026-01-02T02:00:00Z"
        other.factors = factors
        other.shift = factors.isEmpty ? 0 : 3
        return other
    }

    var result: WorkloadResult {
        var result = WorkloadResult(
            run: run, commit: commit, build: build, workload: "smoke", workloadDigest: digest,
            title: "t", question: "q", expect: "e", device: "host", seed: 1, started: started,
            host: Host(
                system: "Linux", processor: "p", cores: 2, memoryBytes: 1, sqlite: "3.40",
                fileSystem: "ext4"), headlinePhase: "import", operationsDigest: "o")
        result.isInterrupted = isInterrupted
        result.gates = gates
        result.interleaving = session.map { Interleaving(session: $0, arm: run) }
        result.topologies = variants.map { variant in
            var topology = TopologyResult(topology: variant, variant: variant, promise: "p")
            topology.failure = failure
            guard failure == nil else { return topology }
            topology.repetitions = noise.indices.map { repetition($0 + 1, of: variant) }
            topology.summary = levels.map { figure($0, times: 1) }
            return topology
        }
        return result
    }

    private func repetition(_ number: Int, of variant: String) -> RepetitionResult {
        var record = RunRecord(
            topology: variant, variant: variant, repetition: number, build: build)
        record.phases = [
            PhaseRecord(name: "import", isMeasured: true, began: 0, ended: 2_000_000_000)
        ]
        // Each figure has the noise of another round, so that they are not one figure.
        let figures = levels.enumerated().map { place, level in
            figure(level, times: noise[(number - 1 + place * 5 + shift) % noise.count])
        }
        return RepetitionResult(
            record: record, figures: figures,
            mark: number <= marks.count ? marks[number - 1] : .none)
    }

    private func figure(
        _ level: (name: String, value: Double, unit: String), times noise: Double
    ) -> Figure {
        let parts = level.name.split(separator: ".").map(String.init)
        return Figure(
            metric: parts.dropLast().joined(separator: "."), statistic: parts.last!,
            value: level.value * (factors[level.name] ?? 1) * noise, unit: level.unit,
            better: .lower, phase: "import", count: 10)
    }

    /// Writes run.json into a folder of this name.
    @discardableResult
    func write(to folder: TemporaryFolder, as name: String) throws -> String {
        let path = folder.file(name)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try JSONEncoder().encode(result).write(to: URL(filePath: path + "/run.json"))
        return path
    }
}

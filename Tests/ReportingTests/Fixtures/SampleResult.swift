import Results
import Statistics

/// A result as the main job gives it: four topologies, three repetitions, stretches of 1 to 120 ms.
///
/// Made by arithmetic, so that it is the same in every run; the shapes are those of the catalogue:
/// single-main imports on the main queue, siblings only merge there, private-writer commits late.
enum SampleResult {
    static func make(repetitions: Int = 3) -> WorkloadResult {
        var result = WorkloadResult(
            run: "sample", commit: "0123456789abcdef", build: "debug", workload: "import-10k",
            workloadDigest: "7c1f00d5a9e2b417",
            title: "Import 10,000 cities while someone scrolls, searches and edits",
            question: "How late does the main queue get, and what would a crash take along?",
            expect: "child-of-main and single-main stall for whole batches",
            device: "host", seed: 20_130_429, started: "2026-01-02T03:04:05Z",
            host: Host(
                system: "Linux 6.1", processor: "A Processor", cores: 2,
                memoryBytes: 8_589_934_592, sqlite: "3.40.1", fileSystem: "ext4"),
            headlinePhase: "import", operationsDigest: "0f0f")
        result.topologies = Shape.all.map { topology($0, repetitions: repetitions) }
        return result
    }

    /// The work of a topology on the main queue for each import batch, and the time of its commits.
    struct Shape {
        let name: String
        /// The stretch on main per batch, in ms: its length without and with the variation.
        let length: Double
        let variation: Double
        let kind: String
        let role: String
        let shares: [(cause: String, share: Double)]
        /// How long after the save the commit comes: `nil` for at once.
        let flush: Double?
        let freshness: Double

        static let all = [
            Shape(
                name: "single-main", length: 92, variation: 28, kind: "import-batch",
                role: "importer",
                shares: [("execute", 0.5), ("fetch", 0.12), ("save", 0.3), ("decode", 0.06)],
                flush: nil, freshness: 0),
            Shape(
                name: "private-writer", length: 66, variation: 22, kind: "import-batch",
                role: "importer",
                shares: [("execute", 0.52), ("push-to-parent", 0.3), ("fetch", 0.1)],
                flush: 1000, freshness: 0),
            Shape(
                name: "siblings", length: 9, variation: 11, kind: "merge", role: "",
                shares: [("merge", 0.7), ("notify", 0.2)], flush: nil, freshness: 21),
            Shape(
                name: "child-of-main", length: 34, variation: 16, kind: "save", role: "importer",
                shares: [("save", 0.55), ("push-to-parent", 0.35)], flush: nil, freshness: 4),
        ]
    }

    static func topology(_ shape: Shape, repetitions: Int) -> TopologyResult {
        var topology = TopologyResult(
            topology: shape.name, variant: shape.name,
            promise: shape.flush == nil ? "a kill takes nothing saved" : "a kill takes 1 s of saves"
        )
        let benches = (1...repetitions).map { bench(shape, repetition: $0) }
        topology.repetitions = benches.map {
            RepetitionResult(record: $0.record, figures: $0.figures())
        }
        for (index, figure) in topology.repetitions[0].figures.enumerated() {
            let values = topology.repetitions.map { $0.figures[index].value }.sorted()
            var figure = figure
            figure.value = values[values.count / 2]
            figure.low = values.first
            figure.high = values.last
            topology.summary.append(figure)
        }
        topology.summary += freshness(shape)
        let loss = topology.summary.first { $0.name == "loss.kill.max" }!.value
        topology.limits = [
            LimitVerdict(limit: "loss.kill.max <= 0", isKept: loss == 0, value: loss, unit: "edits")
        ]
        return topology
    }

    private static func freshness(_ shape: Shape) -> [Figure] {
        [("p50", 1.0), ("max", 2.2)].map { statistic, factor in
            Figure(
                metric: "ui.freshness", statistic: statistic, value: shape.freshness * factor,
                unit: "ms", better: .lower, phase: "import", role: "ui", count: 20)
        }
    }

    private static func bench(_ shape: Shape, repetition: Int) -> Workbench {
        let batch = shape.length + shape.variation
        let importing = max(1500, 20 * (batch + 30))
        var bench = Workbench(
            shape.name, repetition: repetition,
            phases: [("preload", 100), ("idle", 200), ("import", importing), ("settle", 1200)])
        var time = 100.0
        var frame = 0
        var batches = 0
        let end = 300 + importing + 1200
        while time < end {
            // An uneven walk that repeats only after 97 steps, another in each repetition.
            let chance = Double((frame * 37 + repetition * 11) % 97) / 97
            let isImporting = time >= 300 && time < 300 + importing && batches < 20
            if isImporting, time >= 300 + Double(batches) * max(75, batch + 18) {
                let length = shape.length + shape.variation * chance
                bench.stretch(
                    at: time, lasting: length, kind: shape.kind, role: shape.role,
                    shares: shape.shares)
                let saved = time + length
                let flush = shape.flush.map { (saved / $0).rounded(.up) * $0 }
                bench.edit(
                    6, role: "importer", at: time, saved: saved, committed: flush ?? saved - 1)
                time += length + 1
                batches += 1
            } else if chance > 0.8 {
                bench.stretch(
                    at: time, lasting: 2 + 6 * chance, kind: "fetch-page", role: "ui",
                    shares: [("fetch", 0.8)])
                if chance > 0.94 {
                    let flush = shape.flush.map { ((time + 8) / $0).rounded(.up) * $0 }
                    bench.edit(
                        1, role: "ui", at: time, saved: time + 8, committed: flush ?? time + 7)
                }
                time += 16
            } else {
                bench.stretch(
                    at: time, lasting: 1 + 0.4 * chance, kind: "display", role: "",
                    shares: [("display", 1)])
                time += 16.7
            }
            frame += 1
        }
        return bench
    }
}

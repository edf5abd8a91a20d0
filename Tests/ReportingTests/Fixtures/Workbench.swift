import Results
import Statistics

/// Puts a run together: stretches one after the other, with the figures that follow from them.
struct Workbench {
    private(set) var record: RunRecord
    private var number = 0

    init(_ topology: String, repetition: Int, phases: [(name: String, milliseconds: Double)]) {
        record = RunRecord(
            topology: topology, variant: topology, repetition: repetition, build: "debug")
        var began: Int64 = 1_000_000_000
        for phase in phases {
            let ended = began + Int64(phase.milliseconds * 1e6)
            record.phases.append(
                PhaseRecord(
                    name: phase.name, isMeasured: phase.name != "preload", began: began,
                    ended: ended))
            began = ended
        }
    }

    /// The instant of a time after the run's begin.
    func instant(_ milliseconds: Double) -> Int64 { record.began + Int64(milliseconds * 1e6) }

    /// Appends a stretch of one block; `shares` are the parts of its causes.
    mutating func stretch(
        at began: Double, lasting wall: Double, kind: String, role: String,
        shares: [(cause: String, share: Double)]
    ) {
        var spans: [SpanRecord] = []
        var cursor = instant(began)
        for (cause, share) in shares {
            let length = Int64(wall * share * 1e6)
            spans.append(
                SpanRecord(
                    cause: cause, began: cursor, ended: cursor + length, depth: 0, own: length))
            cursor += length
        }
        let ended = instant(began) + Int64(wall * 1e6)
        let isOperation = role != ""
        record.stretches.append(
            StretchRecord(
                began: instant(began), ended: ended, cpu: Int64(wall * 0.93e6), runDelay: 0,
                blocks: [
                    BlockRecord(
                        began: instant(began), ended: ended, cpu: Int64(wall * 0.93e6),
                        runDelay: 0, operation: isOperation ? number : nil, label: kind,
                        spans: spans)
                ]))
        if isOperation {
            record.operations.append(
                OperationRecord(
                    index: number, role: role, kind: kind, phase: "import",
                    due: instant(began), began: instant(began), ended: ended, rows: 40, edits: 0))
            number += 1
        }
    }

    mutating func edit(
        _ count: Int, role: String, at edited: Double, saved: Double?, committed: Double?
    ) {
        record.edits.append(
            EditRecord(
                operation: number, role: role, phase: "import", count: count,
                edited: instant(edited), saved: saved.map(instant),
                committed: committed.map(instant)))
    }

    /// The figures of the phase `import` that the summary and the charts look for.
    func figures() -> [Figure] {
        let phase = record.phases.first { $0.name == "import" }!
        let time = Interval(began: phase.began, ended: phase.ended)
        let inside = record.stretches.filter { time.began <= $0.began && $0.began < time.ended }
        let delays = DelayDistribution(
            stretches: inside.map { Interval(began: $0.began, ended: $0.ended) }, in: time)
        let kill = LossFigures(
            windows: record.edits.compactMap { edit in
                edit.saved.map {
                    LossWindow(opened: $0, closed: edit.committed, edits: edit.count)
                }
            }, over: time)
        let busy = Double(inside.reduce(0) { $0 + $1.busy }) / 1e6
        func figure(
            _ metric: String, _ statistic: String, _ value: Double, _ unit: String,
            _ better: Polarity = .lower, role: String = ""
        ) -> Figure {
            Figure(
                metric: metric, statistic: statistic, value: value, unit: unit, better: better,
                phase: "import", role: role, count: inside.count)
        }
        return [
            figure("main.busy", "total", busy, "ms"),
            figure("main.busy", "share", 100 * busy / (Double(time.length) / 1e6), "%"),
            figure("main.delay", "p50", delays.quantileMilliseconds(0.5), "ms"),
            figure("main.delay", "p99", delays.quantileMilliseconds(0.99), "ms"),
            figure("main.stall", "max", delays.maxMilliseconds, "ms"),
            figure("main.hangs", "count", 0, "count"),
            figure("main.hitch_ratio.60", "total", busy / 4, "ms/s"),
            figure(
                "import.rate", "total", 10_000 / (Double(time.length) / 1e9), "objects/s", .higher,
                role: "importer"),
            figure("loss.kill", "exposure", kill.exposure, "edits"),
            figure("loss.kill", "max", Double(kill.max), "edits"),
        ]
    }
}

import Results

/// A result that is small enough to check every byte of the files about it.
///
///     ms        0        100       200       300
///     phases    │ preload │ import            │
///     stretch 1           ▕██ 30 ms, two blocks: import-batch #7, then a merge
///     stretch 2                 ▕█ 12.5 ms, no operation
///     edits of #7         saved at 120, committed at 220; never-saved edit at 150
enum SmallResult {
    /// The zero of the machine's clock in the records; nothing printed may show it.
    static let zero: Int64 = 5_000_000_000

    static func milliseconds(_ value: Double) -> Int64 { zero + Int64(value * 1e6) }

    static func make() -> WorkloadResult {
        var result = WorkloadResult(
            run: "r1", commit: "abc1234", build: "debug", workload: "tiny",
            workloadDigest: "d1g357", title: "A tiny, \"quoted\" workload",
            question: "Does it come out right?", expect: "Every byte does", device: "host",
            seed: 42, started: "2026-01-02T03:04:05Z",
            host: Host(
                system: "Linux 6.1", processor: "A Processor", cores: 2,
                memoryBytes: 4_294_967_296, sqlite: "3.40.1", fileSystem: "ext4"),
            headlinePhase: "import", operationsDigest: "0f0f")
        var topology = TopologyResult(
            topology: "private-writer", variant: "private-writer:flush=5s",
            promise: "a kill takes up to 5 s of saves")
        topology.repetitions = [
            RepetitionResult(
                record: record(),
                figures: [
                    Figure(
                        metric: "main.delay", statistic: "p99", value: 28.5, unit: "ms",
                        better: .lower, phase: "import", count: 2)
                ],
                mark: .disturbed)
        ]
        topology.summary = [
            Figure(
                metric: "main.delay", statistic: "p99", value: 28.5, unit: "ms", better: .lower,
                phase: "import", count: 2, low: 27.25, high: 30),
            Figure(
                metric: "loss.kill", statistic: "max", value: 3, unit: "edits", better: .lower,
                phase: "import", role: "importer", count: 4),
        ]
        topology.crashes = [
            CrashRecord(
                index: 1, point: "random", at: 130.25, occurrence: 0, editsMade: 4, editsSaved: 3,
                editsCommitted: 0, editsRecovered: 0, editsLost: 3, editsDirtyLost: 1,
                verdict: .predicted, detail: "")
        ]
        topology.limits = [
            LimitVerdict(limit: "loss.kill.max <= 0", isKept: false, value: 3, unit: "edits")
        ]
        result.topologies = [topology]
        return result
    }

    static func record() -> RunRecord {
        var record = RunRecord(
            topology: "private-writer", variant: "private-writer:flush=5s", repetition: 1,
            build: "debug")
        record.phases = [
            PhaseRecord(
                name: "preload", isMeasured: false, began: zero, ended: milliseconds(100)),
            PhaseRecord(
                name: "import", isMeasured: true, began: milliseconds(100),
                ended: milliseconds(300)),
        ]
        record.operations = [
            OperationRecord(
                index: 7, role: "importer", kind: "import-batch", phase: "import",
                due: milliseconds(100), began: milliseconds(100), ended: milliseconds(120),
                rows: 0, edits: 3)
        ]
        record.stretches = [
            StretchRecord(
                began: milliseconds(100), ended: milliseconds(130), cpu: 25_000_000,
                runDelay: 1_000_000,
                blocks: [
                    block(
                        from: 100, to: 120, operation: 7, label: "",
                        spans: [
                            span("fetch", from: 100, to: 104, depth: 0, own: 4),
                            span("save", from: 104, to: 118, depth: 0, own: 9),
                            span("push-to-parent", from: 106, to: 111, depth: 1, own: 5),
                        ]),
                    block(
                        from: 120, to: 130, operation: nil, label: "merge",
                        spans: [span("merge", from: 120, to: 130, depth: 0, own: 10)]),
                ]),
            StretchRecord(
                began: milliseconds(200), ended: milliseconds(212.5), cpu: 12_500_001,
                runDelay: 0,
                blocks: [
                    block(from: 200, to: 212.5, operation: nil, label: "display", spans: [])
                ]),
        ]
        record.edits = [
            EditRecord(
                operation: 7, role: "importer", phase: "import", count: 3,
                edited: milliseconds(110), saved: milliseconds(120),
                committed: milliseconds(220)),
            EditRecord(
                operation: 8, role: "ui", phase: "import", count: 1, edited: milliseconds(150),
                saved: nil, committed: nil),
        ]
        return record
    }

    private static func block(
        from began: Double, to ended: Double, operation: Int?, label: String, spans: [SpanRecord]
    ) -> BlockRecord {
        BlockRecord(
            began: milliseconds(began), ended: milliseconds(ended), cpu: 0, runDelay: 0,
            operation: operation, label: label, spans: spans)
    }

    private static func span(
        _ cause: String, from began: Double, to ended: Double, depth: Int, own: Double
    ) -> SpanRecord {
        SpanRecord(
            cause: cause, began: milliseconds(began), ended: milliseconds(ended), depth: depth,
            own: Int64(own * 1e6))
    }
}

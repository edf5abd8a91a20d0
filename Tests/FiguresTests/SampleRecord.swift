import Results

/// Small runs whose figures can be worked out by hand.
///
/// Times are milliseconds from the run's begin.
struct SampleRecord {
    var record = RunRecord(
        topology: "private-writer", variant: "private-writer", repetition: 1, build: "debug")

    static func ms(_ milliseconds: Double) -> Int64 { Int64(milliseconds * 1e6) }

    mutating func phase(
        _ name: String, _ began: Double, _ ended: Double, measured: Bool = true, cpu: Double? = nil
    ) {
        record.phases.append(
            PhaseRecord(
                name: name, isMeasured: measured, began: Self.ms(began), ended: Self.ms(ended),
                processCPUNanoseconds: cpu.map(Self.ms)))
    }

    /// A stretch of one block.
    mutating func stretch(
        _ began: Double, _ ended: Double, cpu: Double, runDelay: Double = 0,
        label: String = "other"
    ) {
        let block = BlockRecord(
            began: Self.ms(began), ended: Self.ms(ended), cpu: Self.ms(cpu),
            runDelay: Self.ms(runDelay), operation: nil, label: label, spans: [])
        record.stretches.append(
            StretchRecord(
                began: block.began, ended: block.ended, cpu: block.cpu,
                runDelay: block.runDelay, blocks: [block]))
    }

    mutating func operation(
        _ index: Int, _ kind: String, role: String = "ui", phase: String, due: Double,
        ended: Double, rows: Int = 0, edits: Int = 0
    ) {
        record.operations.append(
            OperationRecord(
                index: index, role: role, kind: kind, phase: phase, due: Self.ms(due),
                began: Self.ms(due), ended: Self.ms(ended), rows: rows, edits: edits))
    }

    mutating func edit(
        _ operation: Int, role: String = "ui", phase: String, count: Int, edited: Double,
        saved: Double?, committed: Double?
    ) {
        record.edits.append(
            EditRecord(
                operation: operation, role: role, phase: phase, count: count,
                edited: Self.ms(edited), saved: saved.map(Self.ms),
                committed: committed.map(Self.ms)))
    }

    mutating func frame(due: Double, finished: Double) {
        record.frames.append(FrameRecord(due: Self.ms(due), finished: Self.ms(finished)))
    }
}

extension [Figure] {
    /// The value of a figure: `main.delay.p99` of a phase and a role; `nil` if it does not exist.
    func value(_ name: String, _ phase: String, role: String = "") -> Double? {
        first { $0.name == name && $0.phase == phase && $0.role == role }?.value
    }
}

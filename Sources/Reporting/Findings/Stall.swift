import Results

/// A stretch with the answers to a reader's questions: its time, its topology, and its operation.
package struct Stall: Sendable {
    package let stretch: StretchRecord
    /// The topology's variant.
    package let topology: String
    package let repetition: Int
    /// The name of the phase that it began in; empty outside all phases.
    package let phase: String
    /// Whether that phase is measured.
    package let isMeasured: Bool
    /// Whether the machine disturbed its repetition.
    package private(set) var isDisturbed = false
    /// Nanoseconds since the run's begin.
    package let began: Int64
    /// The operation of its longest block; `nil` if the block belongs to no operation.
    package let operation: OperationRecord?
    /// The operation's kind, or the block's label.
    package let kind: String
    package let causes: [StretchRecord.CauseShare]

    /// Wall time, in nanoseconds.
    package var length: Int64 { stretch.ended - stretch.began }

    /// Every stretch of a run, in its order.
    package static func all(of record: RunRecord, topology: String) -> [Stall] {
        let operations = Dictionary(
            record.operations.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
        return record.stretches.map { stretch in
            let block = stretch.leadingBlock
            let operation = block?.operation.flatMap { operations[$0] }
            let phase = record.phase(at: stretch.began)
            return Stall(
                stretch: stretch, topology: topology, repetition: record.repetition,
                phase: phase?.name ?? "", isMeasured: phase?.isMeasured ?? false,
                began: stretch.began - record.began, operation: operation,
                kind: operation?.kind ?? block?.label ?? "other", causes: stretch.causes)
        }
    }

    /// The longest stretches of the measured phases, the longest first, each the longest of its
    /// kind in its topology.
    ///
    /// Without that rule twenty batches of the slowest topology, in three repetitions, would fill
    /// the list with one finding; stretches.csv has them all.
    package static func worst(_ count: Int, of result: WorkloadResult) -> [Stall] {
        var stalls: [Stall] = []
        for topology in result.topologies where topology.failure == nil {
            for repetition in topology.repetitions {
                let own = all(of: repetition.record, topology: topology.variant)
                    .filter(\.isMeasured)
                stalls += own.map { stall in
                    var stall = stall
                    stall.isDisturbed = repetition.mark == .disturbed
                    return stall
                }
            }
        }
        stalls.sort { $0.length > $1.length }
        var seen: Set<String> = []
        var worst: [Stall] = []
        for stall in stalls where worst.count < count {
            if seen.insert("\(stall.topology) \(stall.kind)").inserted { worst.append(stall) }
        }
        return worst
    }

    /// The operation or the kind of block: `import-batch #412 of importer`, or `merge`.
    package var name: String {
        guard let operation else { return kind }
        return "\(operation.kind) #\(operation.index) of \(operation.role)"
    }

    /// The causes that took at least a twentieth of the stretch: `save 61 %, fetch 24 %`.
    package var chain: String {
        guard length > 0 else { return "" }
        return causes.prefix(5).compactMap { share in
            let percent = 100 * Double(share.own) / Double(length)
            return percent < 5 ? nil : "\(share.cause) \(Int(percent.rounded())) %"
        }.joined(separator: ", ")
    }
}

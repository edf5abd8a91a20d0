import Results

/// The processor time of queues by phase, from their blocks.
enum QueueShares {
    /// A block that reaches over a phase's end counts by the share of its wall time inside.
    static func cpu(
        of blocks: some Sequence<(began: Int64, ended: Int64, cpu: Int64)>,
        in phase: PhaseRecord
    ) -> Int64 {
        blocks.reduce(0) { sum, block in
            let inside = min(block.ended, phase.ended) - max(block.began, phase.began)
            guard inside > 0 else { return sum }
            let share = Double(inside) / Double(block.ended - block.began)
            return sum + Int64(Double(block.cpu) * share)
        }
    }

    /// One entry a queue and measured phase, without those in which it did nothing.
    static func entries(
        _ queue: String, roles: [String],
        blocks: [(began: Int64, ended: Int64, cpu: Int64)], phases: [PhaseRecord]
    ) -> [QueueCPU] {
        phases.filter(\.isMeasured).compactMap { phase in
            let nanoseconds = cpu(of: blocks, in: phase)
            guard nanoseconds > 0 else { return nil }
            return QueueCPU(
                phase: phase.name, queue: queue, role: roles.joined(separator: "+"),
                nanoseconds: nanoseconds)
        }
    }
}

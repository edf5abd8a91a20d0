import Results

/// stretches.csv: every stretch of every main queue, whole, with its cause.
package enum StretchesTable {
    static let columns =
        CompanionTable.columns + [
            "repetition", "phase", "began_ms", "wall_ms", "cpu_ms", "run_delay_ms", "blocked_ms",
            "cause", "cause_ms", "operation", "kind", "role", "blocks", "mark",
        ]

    /// The file's bytes.
    ///
    /// `began_ms` counts from the run's begin; `phase` is the phase that the stretch began in;
    /// `blocked_ms` is wall less CPU less run delay; `cause_ms` is the cause's share of the
    /// stretch; `operation`, `kind` and `role` are those of its longest block. If the block belongs
    /// to no operation, `kind` is its label.
    package static func bytes(of result: WorkloadResult) -> [UInt8] {
        var table = CSVTable(columns: columns)
        for topology in result.topologies where topology.failure == nil {
            let head = CompanionTable.cells(of: topology, in: result)
            for repetition in topology.repetitions {
                let stalls = Stall.all(of: repetition.record, topology: topology.variant)
                for stall in stalls {
                    table.append(head + row(stall, mark: repetition.mark.rawValue))
                }
            }
        }
        return table.bytes
    }

    private static func row(_ stall: Stall, mark: String) -> [String] {
        let stretch = stall.stretch
        let wall = stretch.ended - stretch.began
        let cause = stall.causes.first
        return [
            String(stall.repetition), stall.phase, NumberText.milliseconds(stall.began),
            NumberText.milliseconds(wall), NumberText.milliseconds(stretch.cpu),
            NumberText.milliseconds(stretch.runDelay),
            // The clocks are read one after the other, so that a stretch that never waits can come
            // out some microseconds below zero.
            NumberText.milliseconds(max(0, wall - stretch.cpu - stretch.runDelay)),
            cause?.cause ?? "execute", NumberText.milliseconds(cause?.own ?? 0),
            stall.operation.map { String($0.index) } ?? "", stall.kind,
            stall.operation?.role ?? "", String(stretch.blocks.count), mark,
        ]
    }
}

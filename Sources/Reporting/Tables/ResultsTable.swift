import Results

/// results.csv: one figure a row, of each repetition and over them.
package enum ResultsTable {
    /// The columns: Command.md, “The columns of results.csv”.
    static let columns = [
        "schema", "run", "commit", "build", "workload", "workload_digest", "topology", "variant",
        "mode", "device", "seed", "repetition", "phase", "role", "metric", "stat", "value", "unit",
        "better", "n", "low", "high", "mark",
    ]

    /// The file's bytes.
    ///
    /// The figures over repetitions come first, with an empty `repetition`. A topology that failed
    /// has no rows: no timing of it is printed.
    package static func bytes(of result: WorkloadResult) -> [UInt8] {
        var table = CSVTable(columns: columns)
        for topology in result.topologies where topology.failure == nil {
            let mark = summaryMark(of: topology, isInterrupted: result.isInterrupted).rawValue
            for figure in topology.summary {
                table.append(row(figure, of: topology, in: result, repetition: "", mark: mark))
            }
            for repetition in topology.repetitions {
                let number = String(repetition.record.repetition)
                for figure in repetition.figures {
                    table.append(
                        row(
                            figure, of: topology, in: result, repetition: number,
                            mark: repetition.mark.rawValue))
                }
            }
        }
        return table.bytes
    }

    private static func row(
        _ figure: Figure, of topology: TopologyResult, in result: WorkloadResult,
        repetition: String, mark: String
    ) -> [String] {
        [
            String(result.schema), result.run, result.commit, result.build, result.workload,
            topology.workloadDigest(in: result), topology.topology, topology.variant, result.mode,
            result.device,
            String(result.seed), repetition, figure.phase, figure.role, figure.metric,
            figure.statistic, NumberText.exact(figure.value), figure.unit, figure.better.rawValue,
            String(figure.count), figure.low.map(NumberText.exact) ?? "",
            figure.high.map(NumberText.exact) ?? "", mark,
        ]
    }

    /// Interrupted if the run was; disturbed if figures have no undisturbed repetition to rest on.
    private static func summaryMark(of topology: TopologyResult, isInterrupted: Bool) -> Mark {
        let isCut = topology.repetitions.contains { $0.mark == .interrupted }
        if isInterrupted || isCut { return .interrupted }
        return topology.isDisturbedThroughout ? .disturbed : .none
    }
}

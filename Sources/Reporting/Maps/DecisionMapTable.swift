import Results
import Verdicts

/// map.csv: a row for each topology in each cell.
enum DecisionMapTable {
    static let name = "map.csv"
    private static let measures = [
        BestOfCell.measure, Metric.mainStall[.max], Metric.mainBusy[.total],
        Metric.importRate[.total], Metric.lossKill[.max],
    ]

    /// The columns: Command.md, “The columns of map.csv”.
    static func bytes(of map: DecisionMap) -> [UInt8] {
        var table = CSVTable(
            columns: ["run", "key1", "value1", "key2", "value2", "topology", "kept", "best"]
                + measures.map(\.name))
        for cell in map.cells {
            for entry in cell.entries {
                let best =
                    cell.best == [entry.variant]
                    ? "yes" : cell.best.contains(entry.variant) ? "shared" : "no"
                let figures = measures.map { measure in
                    entry.figures.first {
                        $0.metric == measure.metric && $0.statistic == measure.statistic.rawValue
                    }.map { NumberText.exact($0.value) } ?? ""
                }
                table.append(
                    [map.head.run, map.axes[0].key, cell.values[0]]
                        + [map.axes[1].key, cell.values[1], entry.variant]
                        + [entry.isKept ? "yes" : "no", best] + figures)
            }
        }
        return table.bytes
    }

    /// The figures of a topology that the table shows.
    static func figures(of topology: TopologyResult, headlinePhase: String) -> [Figure] {
        measures.compactMap {
            HeadlineScope.figures(of: $0, in: topology.summary, headlinePhase: headlinePhase).first
        }
    }
}

extension DecisionMap.Cell {
    /// The cell of topologies whose limits are judged.
    package init(values: [String], of topologies: [TopologyResult], headlinePhase: String) {
        self.init(
            values: values,
            entries: topologies.map { topology in
                DecisionMap.Entry(
                    variant: topology.variant, isKept: BestOfCell.isKept(topology),
                    isSaturated: topology.failure == nil
                        && topology.isSaturated(in: headlinePhase),
                    figures: DecisionMapTable.figures(
                        of: topology, headlinePhase: headlinePhase),
                    failure: topology.failure)
            },
            best: BestOfCell.variants(of: topologies, headlinePhase: headlinePhase))
    }
}

import Results
import Verdicts

/// The output of `lab baseline show`: the run, its machine, and the figures that a comparison may
/// fail for.
package enum BaselineText {
    /// The text, each line with its newline.
    package static func text(
        of figures: ResultFigures, hasBinary: Bool, width: Int = TextLines.fileWidth
    ) -> String {
        let facts = [
            "run \(figures.run)", "started \(figures.started)",
            "commit \(figures.commit.prefix(12))", "\(figures.build) build",
            "digest \(figures.workloadDigest.prefix(12))", "seed \(figures.seed)",
            figures.device, figures.host.processor, "\(figures.host.cores) cores",
            figures.host.fileSystem, "SQLite \(figures.host.sqlite)",
            hasBinary ? "its build is kept" : "its build is not kept",
        ]
        var lines =
            [figures.workload] + TextLines.wrapped(facts.joined(separator: ", "), width: width)
            + [""]
        var rows: [(variant: String, rounds: Int, marked: Int, figure: Figure)] = []
        for topology in figures.topologies {
            for member in GateFamily.standard.members {
                let found = HeadlineScope.figures(
                    named: member.name, in: topology.summary, headlinePhase: figures.headlinePhase)
                for figure in found {
                    rows.append(
                        (
                            topology.variant, topology.repetitions.count,
                            topology.repetitions.count { $0.mark != .none }, figure
                        ))
                }
            }
        }
        let columns: [TextTable.Column] = [
            .init(title: "topology", alignsLeft: true, cells: rows.map(\.variant)),
            .init(title: "figure", alignsLeft: true, cells: rows.map(\.figure.name)),
            .init(title: "repetitions", cells: rows.map { "\($0.rounds)" }),
            .init(title: "marked", cells: rows.map { "\($0.marked)" }),
            .init(
                title: "median",
                cells: rows.map { "\(NumberText.short($0.figure.value)) \($0.figure.unit)" }),
            .init(
                title: "low", cells: rows.map { $0.figure.low.map(NumberText.short) ?? "–" }),
            .init(
                title: "high", cells: rows.map { $0.figure.high.map(NumberText.short) ?? "–" }),
        ]
        lines += TextTable(columns: columns, labels: 2).lines(width: width)
        return lines.map { $0 + "\n" }.joined()
    }
}

import Results
import Verdicts

/// Which topologies the repetitions tell apart, and which not.
enum ReviewPairs {
    static func section(of part: Review.Part<WorkloadResult>, _ ranking: Ranking) -> PageSection? {
        let result = part.content
        let shown = ranking.variants.count <= Review.mostTopologies
        let measures = shown ? Ranking.measures : [Metric.mainDelay[.p99]]
        guard result.sweep == nil, let table = PairsTable.table(of: ranking, in: measures) else {
            return nil
        }
        let best = PageTable(
            "The best of each figure against the others: the other's figure as a multiple of the "
                + "best's, or the difference; its interval is of one comparison, and the verdict "
                + "allows for all of them", table)
        let matrices = (shown ? PairsTable.matrices(of: ranking) : []).compactMap { matrix in
            PageTable(
                "\(matrix.figure): a row's topology is better or worse than a column's, whose "
                    + "figure is that multiple of the row's, or differs from it by that much; open "
                    + "pairs are not told apart", matrix.table
            ).map(PageBlock.table)
        }
        return PageSection(
            "pairs", "Told apart, and not",
            [
                best.map(PageBlock.table),
                matrices.isEmpty ? nil : .details("Every topology against every other", matrices),
                shown
                    ? nil
                    : .paragraph(
                        "The other figures, and every topology against every other one: "
                            + "`pairs.csv`; of \(ranking.variants.count) they have no room here."),
            ])
    }
}

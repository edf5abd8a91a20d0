import Results
import Verdicts

/// pairs.csv, and its short form in report.md: which topologies the run's repetitions distinguish.
enum PairsTable {
    static let name = "pairs.csv"

    /// The columns: Command.md, “The columns of pairs.csv”.
    private static let columns = [
        "run", "metric", "stat", "first", "second", "rounds", "scale", "change", "low", "high",
        "test", "probability", "verdict", "exact", "rounds_needed",
    ]

    /// The file's bytes: a row for each pair of each ranked figure.
    static func bytes(of ranking: Ranking, run: String) -> [UInt8] {
        var table = CSVTable(columns: columns)
        for pair in ranking.pairs {
            let change = pair.change
            table.append([
                run, pair.measure.metric, pair.measure.statistic.rawValue,
                ranking.variants[pair.first], ranking.variants[pair.second], String(pair.rounds),
                change?.scale.rawValue ?? "", change.map { NumberText.exact($0.value) } ?? "",
                change?.low.map(NumberText.exact) ?? "", change?.high.map(NumberText.exact) ?? "",
                change?.test.rawValue ?? "", pair.probability.map(NumberText.exact) ?? "",
                pair.verdict.rawValue, pair.isExact ? "yes" : "no",
                pair.roundsNeeded.map(String.init) ?? "",
            ])
        }
        return table.bytes
    }

    /// Each figure's best topology against each other one; `nil` if there are no pairs.
    static func table(
        of ranking: Ranking, in measures: [Measure] = Ranking.measures
    ) -> ReportTable? {
        var rows: [[String]] = []
        for measure in measures {
            guard let leader = ranking.leader(measure) else { continue }
            for other in ranking.variants.indices where other != leader {
                guard let pair = ranking.pair(measure, leader, other) else { continue }
                rows.append([
                    measure.shortName, ranking.variants[leader], ranking.variants[other],
                    change(pair, from: leader), verdict(pair),
                    pair.isTold ? "" : pair.roundsNeeded.map(String.init) ?? SummaryColumns.none,
                ])
            }
        }
        guard !rows.isEmpty else { return nil }
        return ReportTable(
            head: [
                "figure", "best", "against", "ratio or difference", "verdict",
                "repetitions that would tell",
            ],
            left: 3, rows: rows)
    }

    /// Every topology against every other one, a table for each ranked figure that the repetitions
    /// rank at all; none for two topologies, whose only pair stands in `table(of:)`.
    static func matrices(of ranking: Ranking) -> [ReportPage.Matrix] {
        let places = ranking.variants.indices
        guard places.count > 2 else { return [] }
        return Ranking.measures.compactMap { measure in
            let isRanked = ranking.pairs.contains {
                $0.measure == measure && $0.verdict != .tooFewRounds
            }
            guard isRanked else { return nil }
            let rows = places.map { row in
                [ranking.variants[row]]
                    + places.map { cell(ranking.pair(measure, row, $0), from: row, to: $0) }
            }
            return ReportPage.Matrix(
                figure: measure.shortName,
                table: ReportTable(head: [""] + ranking.variants, left: 1, rows: rows))
        }
    }

    /// `better, 3.1`: the row's topology, and the column's figure as a multiple of the row's.
    private static func cell(_ pair: RankedPair?, from row: Int, to column: Int) -> String {
        guard row != column else { return "" }
        guard let pair else { return SummaryColumns.none }
        let word =
            switch pair.verdict {
            case .firstIsBetter: pair.first == row ? "better" : "worse"
            case .secondIsBetter: pair.first == row ? "worse" : "better"
            case .equal: "same"
            case .notToldApart: "open"
            case .tooFewRounds: SummaryColumns.none
            }
        guard pair.isTold, let change = pair.change else { return word }
        let isTurned = pair.first != row
        return switch change.scale {
        case .ratio: "\(word), \(NumberText.ratio(isTurned ? 1 / change.value : change.value))"
        case .difference:
            "\(word), \(ComparisonCells.signed(isTurned ? -change.value : change.value)) "
                + pair.measure.unit.rawValue
        }
    }

    /// `3.1 (2.2–4.4)`: the other's figure as a multiple of the leader's.
    private static func change(_ pair: RankedPair, from leader: Int) -> String {
        guard let change = pair.change else { return SummaryColumns.none }
        let isTurned = pair.first != leader
        func text(_ value: Double) -> String {
            switch change.scale {
            case .ratio: NumberText.ratio(isTurned ? 1 / value : value)
            case .difference: NumberText.short(isTurned ? -value : value)
            }
        }
        let unit = change.scale == .ratio ? "" : " \(pair.measure.unit.rawValue)"
        // The interval of a few pairs supposes that times are normal, and is as wide as the world.
        guard pair.rounds >= Ranking.minimumRounds, let low = change.low, let high = change.high
        else { return text(change.value) + unit }
        let bounds = isTurned ? [text(high), text(low)] : [text(low), text(high)]
        let dash = change.scale == .ratio ? "–" : " to "
        return "\(text(change.value)) (\(bounds.joined(separator: dash)))\(unit)"
    }

    private static func verdict(_ pair: RankedPair) -> String {
        switch pair.verdict {
        case .firstIsBetter, .secondIsBetter: pair.isExact ? "worse, exactly" : "worse"
        case .equal: pair.isExact ? "the same, exactly" : "the same"
        case .notToldApart: "not told apart"
        case .tooFewRounds: "too few repetitions"
        }
    }
}

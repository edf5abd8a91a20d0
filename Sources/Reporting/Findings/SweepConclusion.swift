import Results
import Verdicts

/// Sentences on the best value of a sweep for each topology, as far as the repetitions show it.
enum SweepConclusion {
    /// More names than these are counted.
    private static let mostNames = 4

    /// The sentences; `nil` if no figure exists.
    ///
    /// - Parameter ranking: the ranking of the result's topologies, each with each value.
    static func sentences(_ sweep: Sweep, of result: WorkloadResult, _ ranking: Ranking)
        -> String?
    {
        var sentences = [
            best(result, ranking, Metric.mainDelay[.p99], "waits least", "wait least", "ms"),
            best(
                result, ranking, Metric.importRate[.total], "imports fastest", "import fastest",
                "objects/s"),
        ].compactMap(\.self)
        if sentences.isEmpty, let doubt = tooFew(ranking, of: result) { sentences.append(doubt) }
        let losses = sweep.rows.compactMap { loss(of: $0, in: sweep) }
        let safe = sweep.rows.filter { row in
            let values = values(of: row, in: sweep, Metric.lossKill[.max])
            return !values.isEmpty && values.allSatisfy { $0.value == 0 }
        }
        if !safe.isEmpty {
            let verb = safe.count == 1 ? "loses" : "lose"
            sentences.append(
                "\(TextLines.list(safe.map(\.name))) \(verb) no saved edit to a kill at any value.")
        }
        sentences += losses
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    private typealias Found = (place: Int, value: Double)

    /// The highest of any repetition, by value.
    private static func values(of row: Sweep.Row, in sweep: Sweep, _ measure: Measure) -> [Found] {
        guard row.unswept == nil else {
            return row.unswept?.highest(measure).map { [(0, $0)] } ?? []
        }
        return sweep.values.indices.compactMap { place in
            row.swept[place]?.highest(measure).map { (place, $0) }
        }
    }

    /// The sentence on the shortest waits or the best figure; `nil` if the repetitions leave it
    /// open.
    ///
    /// `siblings at 100 waits least (delay p99 2.1 ms).`, `siblings at 100 and single-main at 50
    /// wait least (…) and are not told apart.`
    private static func best(
        _ result: WorkloadResult, _ ranking: Ranking, _ measure: Measure, _ verb: String,
        _ verbOfMany: String, _ unit: String
    ) -> String? {
        guard let best = ranking.best(measure) else { return nil }
        let name = measure == Metric.mainDelay[.p99] ? "delay p99 " : ""
        let values = best.group.compactMap {
            Headline(topology: result.topologies[$0], phase: result.headlinePhase).value(measure)
        }
        let (low, high) = (values.min() ?? 0, values.max() ?? 0)
        let (from, to) = (NumberText.short(low), NumberText.short(high))
        let range = from == to ? from : "\(from)–\(to)"
        let figures = "(\(name)\(range) \(unit))"
        let count = best.group.count
        let isTold = ranking.tellsApart(best.group.filter { $0 != best.leader }, measure)
        if best.isOfAll {
            let others = isTold ? "best" : "others"
            return "No value and no topology is told apart from the \(others) in "
                + "\(measure.shortName) \(figures)."
        }
        let names = SweepPoint.names(
            of: best.group.map { result.topologies[$0] }, values: result.sweep?.values ?? [])
        if count == 1 { return "\(names[0]) \(verb) \(figures)." }
        let subject =
            names.count <= mostNames
            ? TextLines.list(names) : "\(count) of \(result.topologies.count) combinations"
        return "\(subject) \(verbOfMany) \(figures) and are not told apart"
            + "\(isTold ? " from the best" : "")."
    }

    private static func tooFew(_ ranking: Ranking, of result: WorkloadResult) -> String? {
        let rounds = ranking.rounds(of: Metric.mainDelay[.p99])
        guard rounds > 0, rounds < Ranking.minimumRounds else { return nil }
        return "\(RunQuality.tooFew(rounds, of: result)) to say which value waits least: "
            + "\(Ranking.minimumRounds) or more may tell."
    }

    /// The losses at the ends of the sweep.
    ///
    /// `private-writer loses up to 3 saved edits at 100ms and 61 at 5s.`
    private static func loss(of row: Sweep.Row, in sweep: Sweep) -> String? {
        let found = values(of: row, in: sweep, Metric.lossKill[.max])
        guard let least = found.min(by: { $0.value < $1.value }),
            let most = found.max(by: { $0.value < $1.value }), most.value > 0
        else { return nil }
        func at(_ found: Found) -> String {
            row.unswept == nil ? " at \(sweep.values[found.place])" : ""
        }
        let edits = "saved edit\(least.value == 1 ? "" : "s")"
        guard least.value < most.value else {
            let always = row.unswept == nil && found.count > 1 ? " at every value" : ""
            return "\(row.name) loses up to \(NumberText.short(most.value)) \(edits)\(always)."
        }
        return "\(row.name) loses up to \(NumberText.short(least.value)) \(edits)\(at(least)) and "
            + "\(NumberText.short(most.value))\(at(most))."
    }
}

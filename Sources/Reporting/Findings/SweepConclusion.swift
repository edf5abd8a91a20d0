import Results

/// Which value suits whom, as sentences that follow from the figures.
enum SweepConclusion {
    /// The sentences; `nil` where no figure exists.
    static func sentences(_ sweep: Sweep) -> String? {
        let parts = [
            best(sweep, Metric.mainDelay[.p99], "waits least", "ms", isBetter: <),
            best(sweep, Metric.importRate[.total], "imports fastest", "objects/s", isBetter: >),
        ].compactMap(\.self)
        let losses = sweep.rows.compactMap { loss(of: $0, in: sweep) }
        let safe = sweep.rows.filter { row in
            let values = values(of: row, in: sweep, Metric.lossKill[.max])
            return !values.isEmpty && values.allSatisfy { $0.value == 0 }
        }
        var sentences = parts.isEmpty ? [] : [parts.joined(separator: "; ") + "."]
        if !safe.isEmpty {
            let verb = safe.count == 1 ? "loses" : "lose"
            sentences.append(
                "\(TextLines.list(safe.map(\.name))) \(verb) nothing to a kill at any value.")
        }
        sentences += losses
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    private typealias Found = (place: Int, value: Double)

    private static func values(of row: Sweep.Row, in sweep: Sweep, _ measure: Measure) -> [Found] {
        guard row.unswept == nil else {
            return row.unswept?.value(measure).map { [(0, $0)] } ?? []
        }
        return sweep.values.indices.compactMap { place in
            row.swept[place]?.value(measure).map { (place, $0) }
        }
    }

    /// `siblings at 100 waits least (delay p99 2.1 ms)`.
    private static func best(
        _ sweep: Sweep, _ measure: Measure, _ verb: String, _ unit: String,
        isBetter: (Double, Double) -> Bool
    ) -> String? {
        var best: (row: Sweep.Row, found: Found)?
        for row in sweep.rows {
            for found in values(of: row, in: sweep, measure) {
                if best == nil || isBetter(found.value, best!.found.value) { best = (row, found) }
            }
        }
        guard let best else { return nil }
        let place = best.row.unswept == nil ? " at \(sweep.values[best.found.place])" : ""
        let what = measure == Metric.mainDelay[.p99] ? "delay p99 " : ""
        return "\(best.row.name)\(place) \(verb) "
            + "(\(what)\(NumberText.short(best.found.value)) \(unit))"
    }

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

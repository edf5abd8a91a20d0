import Results
import Verdicts

/// A decision map on the terminal, and the sentences on it.
package enum DecisionMapText {
    /// The text, each line with its newline.
    ///
    /// - Parameter width: in characters; lines keep to it wherever words allow.
    package static func text(of map: DecisionMap, width: Int = TextLines.fileWidth) -> String {
        let legend = DecisionMapLegend(of: map)
        var sections = [
            TextLines.wrapped("\(map.head.workload): \(map.head.title)", width: width),
            TextLines.wrapped(what(map), width: width),
        ]
        sections.append(
            TextTable(columns: columns(of: map, legend)).lines(width: width)
                + TextLines.wrapped(legend.line(of: map), width: width))
        sections.append(failures(of: map).flatMap { TextLines.wrapped($0, width: width) })
        sections += sentences(map).map { TextLines.wrapped($0, width: width) }
        sections.append(TextLines.wrapped(Caution.text(of: map), width: width))
        return sections.filter { !$0.isEmpty }.joined(separator: [""])
            .map { $0 + "\n" }.joined()
    }

    /// What a cell holds.
    static func what(_ map: DecisionMap) -> String {
        let limits = map.limits.isEmpty ? "" : ", of those that keep \(TextLines.list(map.limits))"
        let draws = map.draws == 1 ? "1 draw" : "\(map.draws) draws"
        return "the stack that waits least (\(BestOfCell.measure.shortName))\(limits): "
            + "\(map.axes[0].key) down, \(map.axes[1].key) across; phase "
            + "\(map.head.headlinePhase), \(draws) a cell"
    }

    /// The first axis down, the second one across.
    static func columns(of map: DecisionMap, _ legend: DecisionMapLegend) -> [TextTable.Column] {
        [
            TextTable.Column(title: map.axes[0].key, alignsLeft: true, cells: map.axes[0].values)
        ]
            + map.axes[1].values.map { across in
                TextTable.Column(
                    group: map.axes[1].key, title: across,
                    cells: map.axes[0].values.map { legend.text(of: map.cell($0, across)) })
            }
    }

    /// The topologies that failed somewhere, a line each.
    static func failures(of map: DecisionMap) -> [String] {
        map.variants.compactMap { variant in
            let failed = map.cells.flatMap(\.entries).filter {
                $0.variant == variant && $0.failure != nil
            }
            guard let failure = failed.first?.failure else { return nil }
            let cells = failed.count == 1 ? "1 cell" : "\(failed.count) cells"
            return "\(variant) has no figures in \(cells): \(failure.message)"
        }
    }

    /// How often each topology is best, and how often each keeps the limits.
    static func sentences(_ map: DecisionMap) -> [String] {
        guard !map.cells.isEmpty else { return [] }
        let count = map.cells.count
        let parts = map.variants.compactMap { variant -> String? in
            let alone = map.cells.count { $0.best == [variant] }
            let shared = map.cells.count { $0.best.count > 1 && $0.best.contains(variant) }
            guard alone + shared > 0 else { return nil }
            let together = shared == 0 ? "" : ", and with others in \(shared)"
            return "\(variant) in \(alone)\(together)"
        }
        let failed = map.cells.count(where: \.isFailed)
        let none = map.cells.count(where: \.best.isEmpty) - failed
        let others = [
            none == 0 ? nil : "no stack keeps every limit in \(none)",
            failed == 0 ? nil : "no stack has figures in \(failed)",
        ].compactMap(\.self)
        var sentences: [String] = []
        if !parts.isEmpty {
            sentences.append(
                "Of \(count) cells the best is \((parts + others).joined(separator: "; ")).")
        } else if failed == 0 {
            sentences.append("No stack keeps every limit in any of the \(count) cells.")
        } else {
            sentences.append("Of \(count) cells \(TextLines.list(others)).")
        }
        guard !map.limits.isEmpty else { return sentences }
        let kept = map.variants.map { variant in
            let cells = map.cells.count { cell in
                cell.entries.contains { $0.variant == variant && $0.isKept }
            }
            return "\(variant) \(cells == count ? "everywhere" : "in \(cells)")"
        }
        sentences.append("Every limit is kept by \(TextLines.list(kept)).")
        return sentences
    }
}

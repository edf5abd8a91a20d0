import Verdicts

/// The output of `lab doctor --calibrate-noise`: the changes below which two runs count as equal
/// here.
package enum NoiseFloorText {
    /// The text, each line with its newline: the gates' floors.
    package static func text(of floor: NoiseFloor, width: Int = TextLines.fileWidth) -> String {
        let names = GateFamily.standard.members.map(\.name)
        let share = { (value: Double?) in
            value.map { "± \(NumberText.short($0 * 100)) %" } ?? "–"
        }
        let table = TextTable(columns: [
            .init(title: "figure", alignsLeft: true, cells: names),
            .init(
                title: "interleaved", cells: names.map { share(floor.shares[$0]?.paired) }),
            .init(title: "apart", cells: names.map { share(floor.shares[$0]?.unpaired) }),
        ])
        let lines =
            TextLines.wrapped(
                "Changes below these are no changes on this machine, by \(floor.comparisons) "
                    + "comparisons of a run with itself:", width: width)
            + table.lines(width: width)
        return lines.map { $0 + "\n" }.joined()
    }
}

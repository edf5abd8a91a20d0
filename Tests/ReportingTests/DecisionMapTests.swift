import Reporting
import Results
import Testing

struct `A decision map as text` {
    /// A map of two by two, of which the last cell was not simulated.
    private func map(_ cells: [(best: [String], failed: Bool)]) -> DecisionMap {
        var head = SmallResult.make()
        head.topologies = []
        var map = DecisionMap(
            head: head,
            axes: [
                SweepRecord(key: "device.sync", values: ["1ms", "2ms"]),
                SweepRecord(key: "batch", values: ["10", "20"]),
            ], limits: [], draws: 1, variants: ["siblings", "single-main"])
        let places = [["1ms", "10"], ["1ms", "20"], ["2ms", "10"]]
        map.cells = zip(places, cells).map { values, cell in
            DecisionMap.Cell(
                values: values,
                entries: map.variants.map {
                    DecisionMap.Entry(
                        variant: $0, isKept: false, figures: [],
                        failure: cell.failed ? RunFailure(kind: .stuck, message: "stuck") : nil)
                }, best: cell.best)
        }
        return map
    }

    private func words(_ map: DecisionMap) -> String {
        DecisionMapText.text(of: map).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test func `What broke a limit, what failed and what did not run are three things`() {
        let text = words(map([(["siblings"], false), ([], false), ([], true)]))
        #expect(text.contains("–: none keeps every limit; !: none has figures; ?: not simulated"))
        #expect(text.contains("no stack keeps every limit in 1; no stack has figures in 1."))
        #expect(text.contains("siblings has no figures in 1 cell: stuck"))
    }

    @Test func `A map names the stacks whose delays are not known, and in how many cells`() {
        var map = map([(["siblings"], false), (["siblings"], false), (["siblings"], false)])
        #expect(!words(map).contains("no idle moment"))
        for cell in map.cells.indices { map.cells[cell].entries[1].isSaturated = true }
        map.cells[1].entries[0].isSaturated = true
        #expect(
            words(map).contains(
                "Of the 3 cells main has no idle moment for half of the phase or longer on "
                    + "siblings in 1 and single-main in 3: "))
    }

    @Test func `Where every stack failed no limit is spoken of`() {
        let text = words(map([([], true), ([], true), ([], true)]))
        #expect(text.contains("Of 3 cells no stack has figures in 3."))
        #expect(!text.contains("every limit"))
    }
}

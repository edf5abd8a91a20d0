/// The causes of a loss in the charts of crashes: the app, the topology, the mode of SQLite.
///
/// A kill takes the first two, a loss of power all three.
enum LossPart: Int, CaseIterable {
    case dirty, memory, disk

    /// The words of the key.
    var title: String {
        switch self {
        case .dirty: "dirty"
        case .memory: "memory"
        case .disk: "disk"
        }
    }

    /// Three steps of brightness, which grey paper keeps apart: 94, 46 and 75 %.
    var colour: String {
        switch self {
        case .dirty: "#F0F0F0"
        case .memory: ChartStyle.Colour.vermilion
        case .disk: "#8ECDF2"
        }
    }

    /// The colour's darker sister, for text and outlines: 4.5 : 1 against white.
    var ink: String {
        switch self {
        case .dirty: "#5F5F5F"
        case .memory: "#B84E00"
        case .disk: "#1B76A8"
        }
    }

    /// A swatch with words beside it.
    ///
    /// - Returns: where the next may begin.
    func key(
        _ words: String, x: Double, y: Double, script: inout ChartScript
    ) -> Double {
        script.rectangle(
            Box(left: x, bottom: y - 6, right: x + 22, top: y + 6), fill: colour, border: ink)
        script.text(words, x: x + 28, y: y, size: 12, colour: ink)
        return x + 28 + Double(words.count) * 12 * ChartStyle.letterWidth + 24
    }
}

import Results

/// A letter for each topology of a decision map, for cells that have no room for names.
struct DecisionMapLegend {
    /// In the order of the map.
    let letters: [(letter: String, variant: String)]

    /// What stands where no topology keeps every limit, where all of them failed, and where
    /// nothing was simulated.
    static let none = "–"
    static let failed = "!"
    static let missing = "?"

    init(of map: DecisionMap) {
        letters = map.variants.enumerated().map { index, variant in
            // More topologies than letters go by numbers.
            let letter = index < 26 ? UnicodeScalar(UInt8(65 + index)) : nil
            return (letter.map { String(Character($0)) } ?? "\(index + 1)", variant)
        }
    }

    /// `A`; `A/C` where the two are not told apart.
    func text(of cell: DecisionMap.Cell?) -> String {
        guard let cell else { return Self.missing }
        guard !cell.best.isEmpty else { return cell.isFailed ? Self.failed : Self.none }
        return cell.best.map(letter).joined(separator: "/")
    }

    func letter(of variant: String) -> String {
        letters.first { $0.variant == variant }?.letter ?? Self.missing
    }

    /// `A siblings, B child-of-main; A/B: not told apart; –: none keeps every limit`.
    func line(of map: DecisionMap) -> String {
        var text = letters.map { "\($0.letter) \($0.variant)" }.joined(separator: ", ")
        if let pair = map.cells.first(where: { $0.best.count > 1 }) {
            text += "; \(self.text(of: pair)): not told apart"
        }
        if map.cells.contains(where: { $0.best.isEmpty && !$0.isFailed }) {
            text += "; \(Self.none): none keeps every limit"
        }
        if map.cells.contains(where: \.isFailed) {
            text += "; \(Self.failed): none has figures"
        }
        if map.cells.count < map.axes[0].values.count * map.axes[1].values.count {
            text += "; \(Self.missing): not simulated"
        }
        return text
    }
}

import Foundation

/// The condition of a partial index, as the text of its WHERE clause.
///
/// An index has no parameters, so the constants stand in the text.
struct PartialIndex {
    private let index: NSFetchIndexDescription
    private let entity: NSEntityDescription

    init(_ index: NSFetchIndexDescription, of entity: NSEntityDescription) {
        self.index = index
        self.entity = entity
    }

    /// The clause with a leading space; empty for an index on all rows.
    var clause: String {
        guard let predicate = index.partialIndexPredicate else { return "" }
        let translator = SQLTranslator(entity: entity, alias: "t0") { _, _ in nil }
        guard let condition = try? translator.condition(predicate), translator.joins.isEmpty,
            !condition.text.contains("SELECT")
        else { refuse(predicate) }
        // The columns' alias is not known in an index; no constant stands in the text yet.
        let parts = condition.text.replacingOccurrences(of: "t0.", with: "")
            .components(separatedBy: "?")
        let literals = condition.bindings.map(Self.literal) + [""]
        return " WHERE " + zip(parts, literals).map(+).joined()
    }

    private func refuse(_ predicate: NSPredicate) -> Never {
        fatalError(
            """
            The index \(index.path) has the condition “\(predicate)”, which SQLite \
            cannot check for a single row: compare attributes of \(entity.name ?? "") with \
            constants.
            """)
    }

    private static func literal(_ binding: SQLBinding) -> String {
        switch binding {
        case .null: "NULL"
        case .integer(let number): String(number)
        case .double(let number): "\(number)"
        case .text(let text): "'\(text.replacingOccurrences(of: "'", with: "''"))'"
        case .blob(let bytes): "x'\(VersionText.hex(bytes))'"
        }
    }
}

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
    ///
    /// - Throws: 134080 for a condition that SQLite cannot check for a single row.
    var clause: String {
        get throws {
            guard let predicate = index.partialIndexPredicate else { return "" }
            let translator = SQLTranslator(entity: entity, alias: "t0") { _, _ in nil }
            let place = "the condition “\(predicate)”"
            let condition: SQLFragment
            do {
                condition = try translator.condition(predicate)
            } catch {
                throw CoreDataError.indexRefused(index.path, place, "\(error)")
            }
            let text = try IndexText(index, place, of: entity).text(condition, translator)
            // No constant stands in the text yet.
            let parts = text.components(separatedBy: "?")
            let literals = condition.bindings.map(Self.literal) + [""]
            return " WHERE " + zip(parts, literals).map(+).joined()
        }
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

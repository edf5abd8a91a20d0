import Foundation

/// An element of an index that is worked out from a row's attributes, as SQL.
///
/// A fetch that compares the same expression uses the index: its SQL has the same text. A fetch
/// binds constants as parameters, of which SQLite does not know that they are the index's.
struct IndexExpression {
    private let description: NSExpressionDescription
    private let index: NSFetchIndexDescription
    private let entity: NSEntityDescription

    init(
        _ description: NSExpressionDescription, _ index: NSFetchIndexDescription,
        of entity: NSEntityDescription
    ) {
        self.description = description
        self.index = index
        self.entity = entity
    }

    /// The expression in parentheses.
    ///
    /// - Throws: 134080 for one that SQLite cannot keep in an index, or would never use.
    var text: String {
        get throws {
            guard let expression = description.expression else {
                throw CoreDataError.indexRefused(
                    index.path, "“\(description.name)”", "has no expression: set it")
            }
            let place = "“\(expression)”"
            let maker = IndexText(index, place, of: entity)
            let translator = SQLTranslator(entity: entity, alias: "t0") { _, _ in nil }
            let value: SQLValue
            do {
                value = try translator.value(translator.operand(expression), at: "\(expression)")
            } catch {
                throw CoreDataError.indexRefused(index.path, place, "\(error)")
            }
            switch value.kind {
            case .object, .entity:
                throw maker.refusal("is an object or an entity: name an attribute")
            default: break
            }
            let text = try maker.text(value.fragment, translator)
            guard value.fragment.bindings.isEmpty else {
                throw maker.refusal(
                    """
                    has constants, which a fetch gives to SQLite as parameters, so that the index \
                    would never be used: leave them out, or keep the result in an attribute
                    """)
            }
            return "(\(text))"
        }
    }
}

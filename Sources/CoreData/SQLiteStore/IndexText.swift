import Foundation

/// Makes the text of an index from a translated part, or refuses it.
///
/// SQLite works an index out from one row alone, each time that the row is written.
struct IndexText {
    private let index: NSFetchIndexDescription
    /// The part, for messages.
    private let place: String
    private let entity: NSEntityDescription

    init(_ index: NSFetchIndexDescription, _ place: String, of entity: NSEntityDescription) {
        self.index = index
        self.place = place
        self.entity = entity
    }

    /// The text, without the table's alias, which is not known in an index.
    ///
    /// - Throws: 134080 for a part that reads files or other rows.
    func text(_ part: SQLFragment, _ translator: SQLTranslator) throws -> String {
        if part.text.contains("coredata_inside(") {
            let names = entity.attributesByName.values
                .filter { $0.mayLieInFile && part.text.contains("t0.Z\($0.storeName)") }
                .map { "“\($0.name)”" }.sorted()
            throw refusal(
                """
                reads \(names.joined(separator: ", ")), whose values may lie in files: compare it \
                with nil only, or keep a digest of the value in an attribute of its own
                """)
        }
        guard translator.joins.isEmpty, !part.text.contains("SELECT") else {
            throw refusal(
                """
                reads other rows than the index's own: name attributes of \(entity.name ?? "") \
                alone
                """)
        }
        return part.text.replacingOccurrences(of: "t0.", with: "")
    }

    func refusal(_ reason: String) -> NSError {
        CoreDataError.indexRefused(index.path, place, reason)
    }
}

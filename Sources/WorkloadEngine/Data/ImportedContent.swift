/// The lines of an importer, reduced to the facts that the drawing of operations needs.
protocol ImportedContent: Sendable {
    var lineCount: Int { get }
    /// Objects that belong to the line's own object alone, and are imported with it.
    func partCount(ofLine index: Int) -> Int
    /// The names of the objects that the line's objects refer to, and that the import finds or
    /// creates.
    func partnerNames(ofLine index: Int) -> [String]
    /// The number that identifies the line's object.
    func number(ofLine index: Int) -> Int
    /// The text by which a user searches for the line's object.
    func title(ofLine index: Int) -> String
}

extension ImportData: ImportedContent {
    var lineCount: Int { cities.count }
    func partCount(ofLine index: Int) -> Int { cities[index].alternateNames.count }
    func partnerNames(ofLine index: Int) -> [String] { [cities[index].country] }
    func number(ofLine index: Int) -> Int { cities[index].id }
    func title(ofLine index: Int) -> String { cities[index].name }
}

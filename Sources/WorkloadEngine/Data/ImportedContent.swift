/// The lines of an importer, reduced to the facts that the drawing of operations needs.
protocol ImportedContent: Sendable {
    var lineCount: Int { get }
    /// Objects that belong to the line's own object alone, and are imported with it.
    func partCount(ofLine index: Int) -> Int
    /// The objects that the line's objects refer to, and that the import finds or creates.
    ///
    /// - Parameter hasParts: whether the line brings its parts, which have partners, too.
    func partners(ofLine index: Int, hasParts: Bool) -> [PartnerKey]
    /// The number that identifies the line's object.
    func number(ofLine index: Int) -> Int
    /// The text by which a user searches for the line's object.
    func title(ofLine index: Int) -> String
}

extension ImportData: ImportedContent {
    var lineCount: Int { cities.count }
    func partCount(ofLine index: Int) -> Int { cities[index].alternateNames.count }
    func partners(ofLine index: Int, hasParts: Bool) -> [PartnerKey] {
        [PartnerKey(entity: "", key: .text(cities[index].country))]
    }
    func number(ofLine index: Int) -> Int { cities[index].id }
    func title(ofLine index: Int) -> String { cities[index].name }
}

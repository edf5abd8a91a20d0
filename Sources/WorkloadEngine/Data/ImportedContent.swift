/// The lines that an importer brings in, as far as the drawing of operations asks about them.
protocol ImportedContent: Sendable {
    var lineCount: Int { get }
    /// Objects that come with the line's own, apart from those that others share.
    func partCount(ofLine index: Int) -> Int
    /// What the line's objects refer to and is found or created: a name for each.
    func partnerNames(ofLine index: Int) -> [String]
    /// What tells the line's object from others.
    func number(ofLine index: Int) -> Int
    /// The text by which somebody may search for the line's object.
    func title(ofLine index: Int) -> String
}

extension ImportData: ImportedContent {
    var lineCount: Int { cities.count }
    func partCount(ofLine index: Int) -> Int { cities[index].alternateNames.count }
    func partnerNames(ofLine index: Int) -> [String] { [cities[index].country] }
    func number(ofLine index: Int) -> Int { cities[index].id }
    func title(ofLine index: Int) -> String { cities[index].name }
}

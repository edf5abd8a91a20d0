/// Joins objects in their order into sections by name.
struct SectionBuilder {
    private(set) var sections: [FetchedResults.Section] = []
    private var names: Set<String> = []
    private var count = 0

    /// Adds objects of one section.
    ///
    /// - Throws: 134060 if the section ended before.
    mutating func add(_ name: String, _ number: Int) throws {
        let start = count
        count += number
        if let last = sections.indices.last, sections[last].name == name {
            sections[last].range = sections[last].range.lowerBound..<count
            return
        }
        guard names.insert(name).inserted else { throw CoreDataError.tornSection(name, start) }
        sections.append(FetchedResults.Section(name: name, range: start..<count))
    }
}

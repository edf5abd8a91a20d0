/// A section as clients get it.
struct FetchedSection: NSFetchedResultsSectionInfo {
    let name: String
    let indexTitle: String?
    private var members: ArraySlice<NSManagedObject>

    init(_ section: FetchedResults.Section, of results: FetchedResults, title: String?) {
        name = section.name
        indexTitle = title
        members = results.objects[section.range]
    }

    /// The section as a delegate hears of its deletion: it has no objects any more.
    func emptied() -> FetchedSection {
        var section = self
        section.members = []
        return section
    }

    var numberOfObjects: Int { members.count }
    var objects: [Any]? { Array(members) }
}

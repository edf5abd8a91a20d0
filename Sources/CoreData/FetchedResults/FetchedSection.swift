/// A section in the form that clients receive.
struct FetchedSection: NSFetchedResultsSectionInfo {
    let name: String
    let indexTitle: String?
    private var members: ArraySlice<NSManagedObject>

    init(_ section: FetchedResults.Section, of results: FetchedResults, title: String?) {
        name = section.name
        indexTitle = title
        members = results.objects[section.range]
    }

    /// The section without objects, for a delegate that is informed of its deletion.
    func emptied() -> FetchedSection {
        var section = self
        section.members = []
        return section
    }

    var numberOfObjects: Int { members.count }
    var objects: [Any]? { Array(members) }
}

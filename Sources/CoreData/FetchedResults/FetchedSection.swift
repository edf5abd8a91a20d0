/// A section as clients get it.
struct FetchedSection: NSFetchedResultsSectionInfo {
    let name: String
    let indexTitle: String?
    private let members: ArraySlice<NSManagedObject>

    init(_ section: FetchedResults.Section, of results: FetchedResults, title: String?) {
        name = section.name
        indexTitle = title
        members = results.objects[section.range]
    }

    var numberOfObjects: Int { members.count }
    var objects: [Any]? { Array(members) }
}

/// A section of a fetched results controller's results.
public protocol NSFetchedResultsSectionInfo {
    /// The value of the section's key path, as text.
    var name: String { get }
    /// What an index shows for the section.
    var indexTitle: String? { get }
    /// How many objects it has.
    var numberOfObjects: Int { get }
    /// The objects, in order.
    var objects: [Any]? { get }
}

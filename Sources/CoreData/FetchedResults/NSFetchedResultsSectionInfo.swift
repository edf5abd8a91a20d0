/// A section of a fetched results controller's results.
public protocol NSFetchedResultsSectionInfo {
    /// The value of the section's key path, as text.
    var name: String { get }
    /// The title of the section in an index.
    var indexTitle: String? { get }
    /// The number of objects in the section.
    var numberOfObjects: Int { get }
    /// The objects, in order.
    var objects: [Any]? { get }
}

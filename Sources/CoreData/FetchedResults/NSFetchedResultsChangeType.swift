/// The kinds of changes to an object or a section of a fetched results controller.
public enum NSFetchedResultsChangeType: UInt, Sendable {
    /// It was inserted.
    case insert = 1
    /// It was deleted.
    case delete = 2
    /// It is at another position, and may have changed.
    case move = 3
    /// It has changed in its position.
    case update = 4
}

/// What happened to an object or a section of a fetched results controller.
public enum NSFetchedResultsChangeType: UInt, Sendable {
    /// It is new.
    case insert = 1
    /// It is gone.
    case delete = 2
    /// It is in another place, and may have changed.
    case move = 3
    /// It has changed in its place.
    case update = 4
}

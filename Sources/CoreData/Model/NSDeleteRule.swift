/// The effects of deleting an object on the objects at the other end of a relationship.
public enum NSDeleteRule: UInt, Sendable {
    /// No effect: the other end keeps its reference to the deleted object.
    case noActionDeleteRule = 0
    /// The other end loses its reference to the deleted object.
    case nullifyDeleteRule = 1
    /// The other end is deleted, too.
    case cascadeDeleteRule = 2
    /// The deletion fails while the other end has an object.
    case denyDeleteRule = 3
}

/// What deleting an object does to the objects at the other end of a relationship.
public enum NSDeleteRule: UInt, Sendable {
    /// Nothing: the other end keeps pointing at the deleted object.
    case noActionDeleteRule = 0
    /// The other end forgets the deleted object.
    case nullifyDeleteRule = 1
    /// The other end is deleted too.
    case cascadeDeleteRule = 2
    /// The deletion fails while there is an object at the other end.
    case denyDeleteRule = 3
}

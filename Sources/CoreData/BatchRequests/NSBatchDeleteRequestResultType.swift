/// What the result of a batch deletion holds.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
    /// `true`, as a number.
    case resultTypeStatusOnly = 0
    /// The IDs of the deleted objects, those that cascades reached among them.
    case resultTypeObjectIDs = 1
    /// How many there are, as a number.
    case resultTypeCount = 2
}

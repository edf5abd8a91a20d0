/// What the result of a batch update holds.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
    /// `true`, as a number.
    case statusOnlyResultType = 0
    /// The IDs of the updated objects.
    case updatedObjectIDsResultType = 1
    /// How many there are, as a number.
    case updatedObjectsCountResultType = 2
}

/// The forms of the result of a batch update.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
    /// `true`, as a number.
    case statusOnlyResultType = 0
    /// The IDs of the updated objects.
    case updatedObjectIDsResultType = 1
    /// The number of updated objects.
    case updatedObjectsCountResultType = 2
}

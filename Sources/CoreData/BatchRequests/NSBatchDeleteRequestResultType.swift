/// The forms of the result of a batch deletion.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
    /// `true`, as a number.
    case resultTypeStatusOnly = 0
    /// The IDs of the deleted objects, including those that cascades reached.
    case resultTypeObjectIDs = 1
    /// The number of deleted objects.
    case resultTypeCount = 2
}

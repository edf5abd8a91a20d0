/// The forms of the result of a batch insertion.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
    /// `true`, as a number.
    case statusOnly = 0
    /// The IDs of the new objects, in order.
    case objectIDs = 1
    /// The number of new objects.
    case count = 2
}

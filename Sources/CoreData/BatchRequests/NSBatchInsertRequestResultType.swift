/// What the result of a batch insertion holds.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
    /// `true`, as a number.
    case statusOnly = 0
    /// The IDs of the new objects, in their order.
    case objectIDs = 1
    /// How many there are, as a number.
    case count = 2
}

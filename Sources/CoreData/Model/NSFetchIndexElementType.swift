/// The kinds of indexes for the values of an element.
public enum NSFetchIndexElementType: UInt, Sendable {
    /// By value, in a B-tree.
    case binary = 0
    /// By interval, in an R-tree.
    case rTree = 1
}

/// How a fetch index orders the values of one of its elements.
public enum NSFetchIndexElementType: UInt, Sendable {
    /// By value, in a B-tree.
    case binary = 0
    /// By interval, in an R-tree.
    case rTree = 1
}

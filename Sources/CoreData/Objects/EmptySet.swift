/// What a set that stores its members itself hands to NSSet, which wants a pointer to none.
enum EmptySet {
    /// Never read: the count beside it is zero. `init()` alone would do, but Foundation on Linux
    /// declares it and does not define it.
    nonisolated(unsafe) static let storage = UnsafePointer(
        UnsafeMutablePointer<AnyObject>.allocate(capacity: 1))
}

/// Something whose values predicates and sort descriptors read by key, as `NSManagedObject` is.
///
/// Linux has no key-value coding on `NSObject`, so what a key path may step through says so itself.
/// Dictionaries with string keys need no conformance.
package protocol KeyValueReadable {
    /// The value of a property: a to-many relationship is a set, an array or an ordered set, and a
    /// missing value is `nil` or `NSNull`. An unknown key traps, as key-value coding throws.
    func value(forKey key: String) -> Any?
}

/// A type whose values predicates and sort descriptors read by key, as `NSManagedObject`.
///
/// Linux has no key-value coding on `NSObject`, so the types that a key path may pass through
/// conform to this. Dictionaries with string keys need no conformance.
package protocol KeyValueReadable {
    /// The value of a property; an unknown key traps, as key-value coding throws.
    ///
    /// A to-many relationship is a set, an array or an ordered set, and a missing value is `nil` or
    /// `NSNull`.
    func value(forKey key: String) -> Any?
}

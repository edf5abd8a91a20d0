import Foundation

// Key-value coding beyond single keys, as `NSObject` has it on Apple's platforms.
extension NSManagedObject {
    /// The value of a property, by `value(forKey:)` and `setValue(_:forKey:)`.
    public final subscript(key: String) -> Any? {
        get { value(forKey: key) }
        set { setValue(newValue, forKey: key) }
    }

    /// The value at the end of a dotted path, which may have one collection operator.
    ///
    /// A to-many on the way yields the set of its objects' values, without nil; an ordered one the
    /// ordered set. `@count`, `@sum`, `@min`, `@max` and `@avg` make one number of a collection,
    /// `@distinctUnionOfObjects` and `@unionOfObjects` an array.
    ///
    /// - Precondition: on the context's queue; each object on the way has the property.
    public final func value(forKeyPath keyPath: String) -> Any? {
        KeyedValue(self).value(at: PropertyPath(keyPath).components[...])
    }

    /// Sets the property at the end of a dotted path; of all objects, if a to-many is on the way.
    ///
    /// - Precondition: as for `value(forKeyPath:)`; the path has no operator.
    public final func setValue(_ value: Any?, forKeyPath keyPath: String) {
        let components = PropertyPath(keyPath).components
        guard let owner = KeyedValue(self).value(at: components.dropLast()) else { return }
        let key = components[components.count - 1]
        for object in KeyedValue.elements(of: owner) ?? [owner] {
            (object as? NSManagedObject)?.setValue(value, forKey: key)
        }
    }

    /// Sets several properties, in the order of their names.
    ///
    /// `NSNull` and an optional without a value set nil.
    public final func setValuesForKeys(_ keyedValues: [String: Any]) {
        for key in keyedValues.keys.sorted() {
            setValue(unwrapped(keyedValues[key]), forKey: key)
        }
    }

    /// The values of several properties by name; `NSNull` for nil.
    public final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(
            keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { $1 })
    }
}

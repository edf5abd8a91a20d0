import Foundation

/// A value from which key-value coding goes on: an object, a dictionary or a collection of them.
///
/// Predicates read paths by `PropertyPath`, which keeps nils and duplicates as SQL has them; here
/// the collections are those of Foundation's key-value coding.
struct KeyedValue {
    private let value: Any?

    init(_ value: Any?) {
        self.value = unwrapped(value)
    }

    func value(at path: ArraySlice<String>) -> Any? {
        guard let key = path.first else { return value }
        let rest = path.dropFirst()
        guard key.hasPrefix("@") else { return KeyedValue(value(forKey: key)).value(at: rest) }
        switch key {
        case "@unionOfObjects": return values(at: rest)
        case "@distinctUnionOfObjects":
            var seen: Set<AnyHashable> = []
            return values(at: rest).filter { value in
                (value as? AnyHashable).map { seen.insert($0).inserted } ?? true
            }
        default: return PropertyPath(components: Array(path)).value(of: value)
        }
    }

    /// The elements' values without nil, in the collection's order.
    private func values(at path: ArraySlice<String>) -> [Any] {
        (Self.elements(of: value) ?? []).compactMap { KeyedValue($0).value(at: path) }
    }

    private func value(forKey key: String) -> Any? {
        guard let value else { return nil }
        if let object = value as? NSManagedObject { return object.value(forKey: key) }
        if let dictionary = value as? [String: Any] { return dictionary[key] }
        guard let elements = Self.elements(of: value) else {
            return PropertyPath(components: [key]).value(of: value)
        }
        let values = elements.map { KeyedValue($0).value(forKey: key) }
        switch value {
        case is NSOrderedSet: return NSOrderedSet(array: values.compactMap(\.self))
        case is [Any]: return values.map { $0 ?? NSNull() }
        default: return Set(values.compactMap { $0 as? AnyHashable })
        }
    }

    /// The members of a collection; `nil` for anything else.
    static func elements(of value: Any?) -> [Any]? {
        switch unwrapped(value) {
        case let objects as Set<NSManagedObject>:
            objects.sorted { $0.key.bits < $1.key.bits }
        case let set as NSOrderedSet: set.array
        case let array as [Any]: array
        case let set as Set<AnyHashable>: set.map(\.base)
        default: nil
        }
    }
}

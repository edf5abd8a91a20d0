import Foundation

/// A dotted path of property names, which may hold one collection operator (`kids.@sum.age`).
///
/// Reading follows key-value coding, with three rules that the SQL translation shares:
///
/// - A `nil` on the way makes the result `nil`; before an operator it is an empty collection.
/// - A collection on the way yields one value for each of its elements, including `nil` and
///   duplicates; nested collections are concatenated.
/// - `@sum` and `@avg` of no values are 0, `@min` and `@max` are `nil`; `@avg` counts `nil` as 0,
///   as Apple documents.
struct PropertyPath: Hashable, Sendable {
    let components: [String]

    init(_ text: String) {
        components = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    init(components: [String]) {
        self.components = components
    }

    var text: String { components.joined(separator: ".") }

    func appending(_ other: PropertyPath) -> PropertyPath {
        PropertyPath(components: components + other.components)
    }

    /// Reads the path from an object, dictionary or collection of them.
    func value(of root: Any?) -> Any? {
        var current = root
        for (index, component) in components.enumerated() {
            if component.hasPrefix("@") {
                guard let operation = CollectionOperator(rawValue: component) else {
                    fatalError(
                        "'\(component)' in the key path '\(text)' is not a collection operator. "
                            + "Use @count, @sum, @min, @max or @avg.")
                }
                let rest = PropertyPath(components: Array(components[(index + 1)...]))
                return operation.value(of: rest.value(of: current))
            }
            if Self.isSelf(component) { continue }
            current = Self.read(component, of: current, in: self)
        }
        return current
    }

    /// Whether a component does not change the value: `SELF` in any case.
    static func isSelf(_ component: String) -> Bool {
        component.count == 4 && component.lowercased() == "self"
    }

    private static func read(_ key: String, of value: Any?, in path: PropertyPath) -> Any? {
        guard let value = unwrapped(value) else { return nil }
        if key == "objectID", let identified = value as? any ObjectIdentifying {
            return identified.identityInPredicates
        }
        if let readable = value as? any KeyValueReadable { return readable.value(forKey: key) }
        if let dictionary = value as? [String: Any] { return dictionary[key] }
        if let elements = PredicateValue.elements(of: value) {
            return elements.flatMap { element -> [Any?] in
                let value = read(key, of: element, in: path)
                if let value, let nested = PredicateValue.elements(of: value) { return nested }
                return [value]
            }
        }
        if key == "length", let text = value as? String { return text.utf16.count }
        fatalError(
            "\(type(of: value)) has no value for the key '\(key)' of the key path '\(path.text)'. "
                + "Key paths read managed objects, dictionaries with string keys and collections.")
    }
}

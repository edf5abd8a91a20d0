import Foundation

/// The registered transformers.
enum ValueTransformers {
    private static let lock = SectionLock()
    /// Guarded by `lock`.
    nonisolated(unsafe) private static var transformers: [String: ValueTransformer] = [
        NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue:
            NSSecureUnarchiveFromDataTransformer(),
        NSValueTransformerName.keyedUnarchiveFromDataTransformerName.rawValue: keyed,
    ]

    /// The transformer of attributes that name none: it archives any class.
    private static let keyed = KeyedUnarchiveFromDataTransformer()

    static var names: [String] {
        lock.withLock { transformers.keys.sorted() }
    }

    static func transformer(named name: String) -> ValueTransformer? {
        lock.withLock { transformers[name] }
    }

    static func set(_ transformer: ValueTransformer?, _ name: String) {
        lock.withLock { transformers[name] = transformer }
    }

    // MARK: An attribute's values

    /// The stored bytes of an attribute's value; `nil` if its transformer refuses the value.
    ///
    /// - Precondition: the attribute's transformer is registered.
    static func data(for value: Any, of attribute: NSAttributeDescription) -> Data? {
        let transformer = transformer(of: attribute)
        let data =
            readsData(transformer)
            ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
        return data as? Data
    }

    /// Traps for a value that an attribute's transformer refuses.
    static func reject(_ value: Any, of attribute: NSAttributeDescription) -> Never {
        fatalError(
            """
            \(attribute.path): \(type(of: transformer(of: attribute))) cannot turn a \
            \(type(of: value)) into data. Set a value that it accepts, or name another transformer \
            in the model.
            """)
    }

    /// The value of an attribute from stored bytes; `nil` if the transformer cannot read them.
    static func value(of data: Data, of attribute: NSAttributeDescription) -> Any? {
        let transformer = transformer(of: attribute)
        return readsData(transformer)
            ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
    }

    /// Whether a transformer turns data into values, as Apple's unarchiving ones do.
    ///
    /// Such a transformer is used in reverse; others turn values into data.
    private static func readsData(_ transformer: ValueTransformer) -> Bool {
        transformer is NSSecureUnarchiveFromDataTransformer
            || transformer is KeyedUnarchiveFromDataTransformer
    }

    private static func transformer(of attribute: NSAttributeDescription) -> ValueTransformer {
        guard let name = attribute.valueTransformerName, !name.isEmpty else { return keyed }
        guard let known = transformer(named: name) else {
            fatalError(
                """
                \(attribute.path): no value transformer is registered under the name “\(name)”. \
                Call ValueTransformer.setValueTransformer(_:forName:) before the attribute is used.
                """)
        }
        return known
    }
}

/// Turns any keyed archive's data into its objects, and back.
private final class KeyedUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
    override func transformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data else { return nil }
        return try? NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data)
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value else { return nil }
        return try? NSKeyedArchiver.archivedData(
            withRootObject: value, requiringSecureCoding: false)
    }
}

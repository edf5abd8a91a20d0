import Foundation

/// The transformers by name.
enum ValueTransformers {
    private static let lock = SectionLock()
    /// Guarded by `lock`.
    nonisolated(unsafe) private static var transformers: [String: ValueTransformer] = [
        NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue: secure,
        NSValueTransformerName.keyedUnarchiveFromDataTransformerName.rawValue:
            KeyedUnarchiveFromDataTransformer(),
    ]

    /// What an attribute without a name is stored by.
    static let secure = NSSecureUnarchiveFromDataTransformer()

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

    /// The bytes that stand for an attribute's value; `nil` for one that its transformer does not
    /// take.
    ///
    /// - Precondition: the attribute's transformer is registered.
    static func data(for value: Any, of attribute: NSAttributeDescription) -> Data? {
        let transformer = transformer(of: attribute)
        let data =
            readsData(transformer)
            ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
        return data as? Data
    }

    /// Traps for a value that an attribute's transformer does not take.
    static func reject(_ value: Any, of attribute: NSAttributeDescription) -> Never {
        fatalError(
            """
            \(attribute.path): \(type(of: transformer(of: attribute))) made no data of \
            \(type(of: value)). Set a value that it takes, or name another transformer in the model.
            """)
    }

    /// The attribute's value that some bytes stand for; `nil` for bytes that say nothing.
    static func value(of data: Data, of attribute: NSAttributeDescription) -> Any? {
        let transformer = transformer(of: attribute)
        return readsData(transformer)
            ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
    }

    /// Apple's unarchiving transformers turn data into values, and are used in reverse; others turn
    /// values into data.
    private static func readsData(_ transformer: ValueTransformer) -> Bool {
        transformer is NSSecureUnarchiveFromDataTransformer
            || transformer is KeyedUnarchiveFromDataTransformer
    }

    private static func transformer(of attribute: NSAttributeDescription) -> ValueTransformer {
        guard let name = attribute.valueTransformerName, !name.isEmpty else { return secure }
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

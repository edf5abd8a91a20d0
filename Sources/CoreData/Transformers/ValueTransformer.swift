import Foundation

/// Turns values into others, and perhaps back, as transformable attributes need it.
///
/// Foundation has this class on Apple's platforms only. Every queue whose contexts have objects
/// with such an attribute uses the transformer, so it must not change once it is registered.
open class ValueTransformer: NSObject, @unchecked Sendable {
    public override init() {
        super.init()
    }

    /// Whether `reverseTransformedValue(_:)` turns results back into values.
    open class func allowsReverseTransformation() -> Bool { true }

    /// The class of the results.
    open class func transformedValueClass() -> AnyClass { NSObject.self }

    /// The result for a value; the value itself, unless a subclass overrides the method.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// The value of a result.
    ///
    /// - Precondition: the class allows reverse transformation.
    open func reverseTransformedValue(_ value: Any?) -> Any? {
        guard Self.allowsReverseTransformation() else {
            fatalError(
                """
                \(Self.self) does not allow reverse transformation. Ask \
                allowsReverseTransformation() before.
                """)
        }
        return transformedValue(value)
    }

    // MARK: By name

    /// Registers a transformer under a name, which a model's attributes use; `nil` removes it.
    ///
    /// Any thread may call this.
    public final class func setValueTransformer(
        _ transformer: ValueTransformer?, forName name: NSValueTransformerName
    ) {
        ValueTransformers.set(transformer, name.rawValue)
    }

    /// The names of the registered transformers, in alphabetical order.
    public final class func valueTransformerNames() -> [NSValueTransformerName] {
        ValueTransformers.names.map { NSValueTransformerName($0) }
    }
}

/// Lets `ValueTransformer(forName:)` return the registered object.
///
/// A class's own initializer could not.
public protocol NamedValueTransforming {}

extension ValueTransformer: NamedValueTransforming {}

extension NamedValueTransforming where Self: ValueTransformer {
    /// The transformer that is registered under a name; `nil` if there is none.
    public init?(forName name: NSValueTransformerName) {
        guard let known = ValueTransformers.transformer(named: name.rawValue) as? Self else {
            return nil
        }
        self = known
    }
}

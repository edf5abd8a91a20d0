/// What an attribute's values must keep to when they are saved.
package struct AttributeBounds: Equatable, Sendable {
    /// The smallest allowed value or length; `nil` for none.
    package var minimum: AttributeBound?

    /// The greatest allowed value or length; `nil` for none.
    package var maximum: AttributeBound?

    /// A regular expression that the whole of a string must match; `nil` for none.
    package var pattern: String?

    /// No bounds unless given.
    package init(
        minimum: AttributeBound? = nil, maximum: AttributeBound? = nil, pattern: String? = nil
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.pattern = pattern
    }

    /// Whether any value will do.
    package var isEmpty: Bool {
        minimum == nil && maximum == nil && pattern == nil
    }
}

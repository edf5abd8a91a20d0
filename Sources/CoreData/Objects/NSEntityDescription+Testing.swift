extension NSEntityDescription {
    /// Whether saves call `validateValue(_:forKey:)` of the entity's class for each property.
    package final var validatesEachValue: Bool { layout.validatesEachValue }
}

/// `NAME:field=value,field=value`, the form of `--topology`: a name and fields set otherwise.
package struct VariantSpec: Sendable, Hashable, CustomStringConvertible {
    /// One field that is set.
    package struct Field: Sendable, Hashable {
        /// The name of the field: `flush`.
        package let key: String
        /// Its value as written: `5s`.
        package let value: String

        /// A field and its value.
        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The name before the colon: `private-writer`.
    package let name: String
    /// In the order in which they were given, without duplicates.
    package let fields: [Field]
    /// The position for messages: `--topology private-writer:flush=5s`.
    package let position: Position

    /// Reads a specification.
    ///
    /// - Parameters:
    ///   - text: the option's value.
    ///   - option: the option: `--topology`.
    /// - Throws: `DocumentError` if the name is empty, a field has no `=`, or one is set twice.
    package init(_ text: String, option: String) throws {
        let position = Position(source: "\(option) \(text)")
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard !name.isEmpty else {
            throw Self.invalid(position, "a name is missing before the fields")
        }
        var fields: [Field] = []
        if parts.count == 2 {
            for field in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
                let sides = field.split(separator: "=", maxSplits: 1).map(String.init)
                guard sides.count == 2 else {
                    throw Self.invalid(position, "“\(field)” sets no field")
                }
                guard !fields.contains(where: { $0.key == sides[0] }) else {
                    throw Self.invalid(position, "the field “\(sides[0])” is set twice")
                }
                fields.append(Field(key: sides[0], value: sides[1]))
            }
        }
        self.name = name
        self.fields = fields
        self.position = position
    }

    /// As it was given.
    package var description: String {
        guard !fields.isEmpty else { return name }
        return name + ":" + fields.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    }

    private static func invalid(_ position: Position, _ message: String) -> DocumentError {
        DocumentError(
            .invalidSpecification, at: position, message,
            remedy: "write NAME or NAME:field=value,field=value")
    }
}

import Foundation

extension ModelFileReader {
    /// The types by their names in model files.
    private static let types: [(name: String, type: NSAttributeType)] = [
        .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
        .decimalAttributeType, .doubleAttributeType, .floatAttributeType, .stringAttributeType,
        .booleanAttributeType, .dateAttributeType, .binaryDataAttributeType, .UUIDAttributeType,
        .URIAttributeType, .transformableAttributeType, .compositeAttributeType,
        .undefinedAttributeType,
    ].map { ($0.title, $0) }

    /// Collects the composites, and refuses any that contains itself.
    mutating func readComposites() throws {
        for element in root.children("composite") {
            let name = try required("name", of: element)
            guard composites.updateValue(element, forKey: name) == nil else {
                throw ModelFileError.contradiction(
                    element, at: "name", path, "There are two composites named \(name).",
                    "Rename one of them.")
            }
        }
        for element in root.children("composite") {
            try requireNoCircle(element, inside: [element["name"]!])
        }
    }

    private func requireNoCircle(_ composite: ModelElement, inside names: [String]) throws {
        for attribute in composite.children("attribute") {
            guard let name = attribute["composite"], let inner = composites[name] else { continue }
            if names.contains(name) {
                throw ModelFileError.contradiction(
                    attribute, at: "composite", path, "The composite \(name) contains itself.",
                    "Choose another composite.")
            }
            try requireNoCircle(inner, inside: names + [name])
        }
    }

    mutating func readAttribute(_ element: ModelElement) throws -> NSAttributeDescription {
        let type = try attributeType(of: element)
        let isDerived = try flag("derived", of: element)
        let attribute =
            type == .compositeAttributeType
            ? NSCompositeAttributeDescription()
            : isDerived ? NSDerivedAttributeDescription() : NSAttributeDescription()
        try readCommon(element, into: attribute)
        attribute.attributeType = type
        attribute.valueTransformerName = element["valueTransformerName"]
        if let className = element["customClassName"] {
            attribute.attributeValueClassName = className
        }
        attribute.allowsExternalBinaryDataStorage = try flag(
            "allowsExternalBinaryDataStorage", of: element)
        attribute.allowsCloudEncryption = try flag("allowsCloudEncryption", of: element)
        attribute.preservesValueInHistoryOnDeletion = try flag("preserveAfterDeletion", of: element)
        if let composite = attribute as? NSCompositeAttributeDescription {
            composite.elements = try readElements(of: element)
        }
        attribute.defaultValue = try readDefault(of: element, type)
        attribute.bounds = try readBounds(of: element, type)
        if let derived = attribute as? NSDerivedAttributeDescription {
            derived.derivationExpression = try derivation(of: element)
        }
        return attribute
    }

    private func derivation(of element: ModelElement) throws -> NSExpression {
        let text = try required("derivationExpression", of: element)
        guard let expression = try? PredicateParser.expression(text, arguments: []) else {
            throw ModelFileError.invalidValue(
                "derivationExpression", of: element, path, "an expression such as books.@count")
        }
        return expression
    }

    private func attributeType(of element: ModelElement) throws -> NSAttributeType {
        let name = try required("attributeType", of: element)
        guard let known = Self.types.first(where: { $0.name == name }) else {
            throw ModelFileError.invalidValue(
                "attributeType", of: element, path, "a type of attribute",
                among: Self.types.map(\.name))
        }
        return known.type
    }

    private mutating func readElements(of element: ModelElement) throws -> [NSAttributeDescription]
    {
        let name = try required("composite", of: element)
        guard let composite = composites[name] else {
            throw ModelFileError.unknownName(
                "composite", of: element, path, "composite", among: Array(composites.keys))
        }
        var elements: [NSAttributeDescription] = []
        for child in composite.children("attribute") { elements.append(try readAttribute(child)) }
        return elements
    }

    // MARK: Defaults

    private mutating func readDefault(of element: ModelElement, _ type: NSAttributeType) throws
        -> Any?
    {
        if type == .dateAttributeType {
            return try date(of: element, "defaultDateTimeInterval", "defaultValueString")
        }
        guard let text = element["defaultValueString"] else { return nil }
        let value: Any? =
            switch type {
            case .stringAttributeType: text
            case .booleanAttributeType: ["YES": true, "NO": false, "1": true, "0": false][text]
            case .UUIDAttributeType: UUID(uuidString: text)
            case .URIAttributeType: URL(string: text)
            case .decimalAttributeType: Self.decimal(text)
            case .doubleAttributeType, .floatAttributeType: Double(text)
            case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
                Self.integer(text)
            default: nil
            }
        guard let value else {
            throw ModelFileError.invalidValue(
                "defaultValueString", of: element, path,
                "a default value of the type \(type.title)")
        }
        // Convert here, so that a loaded model has Apple's classes before it is frozen; the
        // validator reports a value that is out of range.
        return AttributeValue.normalized(value, to: type) ?? value
    }

    /// A date in seconds since 2001 or, in files of old versions of Xcode, in writing.
    private func date(of element: ModelElement, _ interval: String, _ written: String) throws
        -> Date?
    {
        if let text = element[interval] {
            guard let seconds = Double(text), seconds.isFinite else {
                throw ModelFileError.invalidValue(
                    interval, of: element, path, "a number of seconds since 2001")
            }
            return Date(timeIntervalSinceReferenceDate: seconds)
        }
        guard let text = element[written] else { return nil }
        guard let date = Self.writtenDate(text) else {
            throw ModelFileError.invalidValue(
                written, of: element, path, "a date as 2001-01-31 12:00:00 +0000")
        }
        return date
    }

    private static func writtenDate(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        let formats = ["yyyy-MM-dd HH:mm:ss Z", "yyyy-MM-dd'T'HH:mm:ssZ", "yyyy-MM-dd"]
        for format in formats {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }

    /// A whole number; Xcode keeps `0.0` if the attribute was real before.
    private static func integer(_ text: String) -> Int64? {
        Int64(text) ?? Double(text).flatMap { Int64(exactly: $0) }
    }

    /// A decimal; `Decimal` would ignore text behind a number, so the whole is tried as a double
    /// first.
    private static func decimal(_ text: String) -> Decimal? {
        Double(text) == nil
            ? nil : Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }

    // MARK: Bounds

    private func readBounds(of element: ModelElement, _ type: NSAttributeType) throws
        -> AttributeBounds
    {
        if type == .dateAttributeType {
            return AttributeBounds(
                minimum: try date(of: element, "minDateTimeInterval", "minValueString")
                    .map { .date($0) },
                maximum: try date(of: element, "maxDateTimeInterval", "maxValueString")
                    .map { .date($0) })
        }
        return AttributeBounds(
            minimum: try bound("minValueString", of: element, type),
            maximum: try bound("maxValueString", of: element, type),
            pattern: element["regularExpressionString"])
    }

    private func bound(_ name: String, of element: ModelElement, _ type: NSAttributeType) throws
        -> AttributeBounds.Bound?
    {
        guard let text = element[name] else { return nil }
        let bound: AttributeBounds.Bound? =
            switch type {
            case .stringAttributeType: Int(text).flatMap { $0 < 0 ? nil : .length($0) }
            case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
                Self.integer(text).map { .integer($0) }
            case .doubleAttributeType, .floatAttributeType: Double(text).map { .real($0) }
            case .decimalAttributeType: Self.decimal(text).map { .decimal($0) }
            default: nil
            }
        guard let bound else {
            let kind = type == .stringAttributeType ? "length" : "value"
            throw ModelFileError.invalidValue(
                name, of: element, path, "a \(kind) that bounds the type \(type.title)")
        }
        return bound
    }
}

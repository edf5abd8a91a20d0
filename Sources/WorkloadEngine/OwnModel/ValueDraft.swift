import CoreData

/// The values that an attribute of an unknown model plausibly has.
enum ValueDraft {
    /// A kind of values that the model allows; `nil` if the lab cannot make values of this type,
    /// within these bounds, or by this regular expression.
    static func kind(of attribute: NSAttributeDescription) -> ValueKind? {
        let limits = AttributeLimits(attribute)
        guard !limits.isOpen else { return nil }
        // Wide enough for any bound that a model file has, and exact as a real number.
        let wide = -1 << 53...1 << 53
        let small = -1_000_000...1_000_000
        switch attribute.attributeType {
        case .integer16AttributeType:
            return limits.fitted(usual, within: Int(Int16.min)...Int(Int16.max)).map {
                .integer($0)
            }
        case .integer32AttributeType:
            return limits.fitted(usual, within: Int(Int32.min)...Int(Int32.max)).map {
                .integer($0)
            }
        case .integer64AttributeType: return limits.fitted(usual, within: wide).map { .integer($0) }
        case .doubleAttributeType, .floatAttributeType:
            return limits.fitted(usual, within: small).map { .real($0) }
        case .decimalAttributeType: return limits.fitted(usual, within: small).map { .decimal($0) }
        case .stringAttributeType: return text(named: attribute.name, limits)
        case .booleanAttributeType: return .boolean(0.5)
        case .dateAttributeType: return years(limits).map { .date($0) }
        case .binaryDataAttributeType: return .bytes(0...2048)
        case .UUIDAttributeType: return .uuid
        case .URIAttributeType: return .url
        default: return nil
        }
    }

    private static let usual = 0...1000

    /// The kind as a key, if its type can be one.
    static func key(of attribute: NSAttributeDescription) -> ValueKind? {
        switch attribute.attributeType {
        case .integer32AttributeType, .integer64AttributeType: .numberKey
        case .stringAttributeType: .textKey
        case .UUIDAttributeType: .uuidKey
        default: nil
        }
    }

    /// A value that no other object of the entity has, if its type can hold one.
    static func unique(_ attribute: NSAttributeDescription) -> ValueKind? {
        switch attribute.attributeType {
        case .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
            .decimalAttributeType:
            .uniqueNumber
        case .dateAttributeType: .uniqueDate
        case .stringAttributeType: .uniqueText
        case .UUIDAttributeType: .uuid
        default: nil
        }
    }

    /// A kind of text: a note's text is longer than its title.
    ///
    /// If a word may exceed the limit, letters are counted instead of words.
    private static func text(named name: String, _ limits: AttributeLimits) -> ValueKind? {
        let long = ["text", "body", "note", "notes", "content", "comment", "details", "summary"]
        let isLong = long.contains { name.lowercased().hasSuffix($0) }
        let words = isLong ? 10...60 : 1...4
        // As many as are in the limits for sure: the shortest and the longest word, and a space.
        let fewest = (limits.least + 1) / Double(NoteValue.shortest(words: 1).count + 1)
        let most = (limits.most + 1) / Double(NoteValue.longest(words: 1).count + 1)
        let low = max(Double(words.lowerBound), fewest.rounded(.up))
        let high = min(Double(max(words.upperBound, Int(min(low, 10_000)))), most.rounded(.down))
        if low <= high, high <= 10_000 { return .words(Int(low)...Int(high)) }
        return limits.fitted(2...12, within: 1...100_000).map { .letters($0) }
    }

    /// Whole years within the limits: the usual ones if they are allowed.
    private static func years(_ limits: AttributeLimits) -> ClosedRange<Int>? {
        func isIn(_ year: Int) -> Bool {
            let seconds = OwnValue.seconds(of: year...year)
            return seconds.lowerBound >= limits.least && seconds.upperBound <= limits.most
        }
        let usual = (2015...2025).filter(isIn)
        if let first = usual.first, let last = usual.last { return first...last }
        let nearest =
            limits.most < .infinity ? (1...9999).last(where: isIn) : (1...9999).first(where: isIn)
        return nearest.map { $0...$0 }
    }
}

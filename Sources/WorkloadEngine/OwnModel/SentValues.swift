import Foundation

/// What a line has, or a part in it, by the shape that the content gives it.
struct SentValues: DecodableWithConfiguration {
    /// In the order of the entity's attributes; `nil` where the line has none.
    let values: [OwnValue?]
    /// The keys of each partner's objects: none if the line has none.
    let partners: [[OwnValue]]
    let parts: [[SentValues]]
    /// Whether it is a JSON object; a part may be a text or a number.
    let isObject: Bool

    /// - Throws: `SentReader.Mistake` for a value of the wrong type.
    init(from decoder: any Decoder, configuration shape: SentShape) throws {
        let keyed = shape.isWhole ? nil : try? decoder.container(keyedBy: SentKey.self)
        isObject = keyed != nil
        values = try shape.attributes.map { source in
            guard let source else { return nil }
            return source.key.isWhole
                ? try Self.whole(source, decoder) : try keyed.flatMap { try Self.value(source, $0) }
        }
        partners = try zip(shape.partners, shape.entity.partners).map { source, partner in
            guard let source else { return [] }
            return try Self.keys(source, partner, keyed, decoder)
        }
        parts = try zip(shape.parts, shape.entity.parts).map { other, parts in
            guard let other, let key = parts.source.map({ SentKey($0) }), let keyed, keyed.has(key)
            else { return [] }
            return try Self.list(key) {
                try keyed.decode([SentValues].self, forKey: key, configuration: other)
            }
        }
    }

    private static func wrongType(_ source: String) -> SentReader.Mistake {
        SentReader.Mistake(message: "has a “\(source)” of the wrong type")
    }

    /// The value of a key; `nil` if it is missing or null.
    private static func value(
        _ source: SentShape.Source, _ container: KeyedDecodingContainer<SentKey>
    ) throws -> OwnValue? {
        let key = source.key
        do {
            // Without the step through a decoder of its own: most values of most files.
            switch source.type {
            case .text:
                return try container.decodeIfPresent(String.self, forKey: key).map(OwnValue.text)
            case .integer:
                return try container.decodeIfPresent(Int64.self, forKey: key)
                    .map(OwnValue.integer)
            case .real:
                return try container.decodeIfPresent(Double.self, forKey: key).map(OwnValue.real)
            default:
                guard container.has(key) else { return nil }
                return try container.decode(
                    SentValue.self, forKey: key, configuration: source.type
                ).value
            }
        } catch {
            throw wrongType(key.stringValue)
        }
    }

    /// The part itself as a value.
    private static func whole(
        _ source: SentShape.Source, _ decoder: any Decoder
    ) throws -> OwnValue? {
        do {
            if try decoder.singleValueContainer().decodeNil() { return nil }
            return try SentValue(from: decoder, configuration: source.type).value
        } catch {
            throw wrongType(source.key.stringValue)
        }
    }

    private static func keys(
        _ source: SentShape.Source, _ partner: OwnEntity.Partner,
        _ keyed: KeyedDecodingContainer<SentKey>?, _ decoder: any Decoder
    ) throws -> [OwnValue] {
        guard !source.key.isWhole else {
            return try whole(source, decoder).map { [$0] } ?? []
        }
        guard let keyed, keyed.has(source.key) else { return [] }
        guard partner.counts != nil else { return try value(source, keyed).map { [$0] } ?? [] }
        let sent = try list(source.key) {
            try keyed.decode([SentValue].self, forKey: source.key, configuration: source.type)
        }
        var keys: [OwnValue] = []
        for key in sent.map(\.value) where !keys.contains(key) { keys.append(key) }
        return keys
    }

    /// The elements of an array.
    private static func list<Element>(
        _ key: SentKey, _ decode: () throws -> [Element]
    ) throws -> [Element] {
        do {
            return try decode()
        } catch let mistake as SentReader.Mistake {
            throw mistake
        } catch {
            guard case .typeMismatch(_, let context)? = error as? DecodingError,
                context.codingPath.last?.intValue == nil
            else { throw wrongType(key.stringValue) }
            throw SentReader.Mistake(message: "has a “\(key.stringValue)” that is no array")
        }
    }
}

extension KeyedDecodingContainer {
    /// Whether the object has a value for the key that is not null.
    fileprivate func has(_ key: Key) -> Bool {
        contains(key) && (try? decodeNil(forKey: key)) != true
    }
}

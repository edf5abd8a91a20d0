import Execution
import Foundation

/// Makes an object of a line of a file, key by key: the content says which of its values the line
/// has, and the others are drawn by the line's number.
struct SentReader {
    /// What is wrong in a line.
    struct Mistake: Error {
        var message: String
        var remedy = "each line is one JSON object; mend the line or the content"
    }

    let objects: OwnObjects
    let entity: OwnEntity

    /// - Throws: `Mistake`.
    func draft(_ line: Data, number: Int) throws -> OwnObjects.Draft {
        guard let json = try? JSONSerialization.jsonObject(with: line, options: .fragmentsAllowed)
        else { throw Mistake(message: "is not JSON") }
        let sent = Sent(json)
        guard sent.values != nil else { throw Mistake(message: "is not a JSON object") }
        return try draft(sent, entity, number)
    }

    /// What a line has, or a part in it: cast once, not for each of its values.
    private struct Sent {
        let whole: Any
        /// `nil` for a text or a number, which a part may be.
        let values: [String: Any]?

        init(_ json: Any) {
            whole = json
            // A cast that fails costs ten times as much as one that succeeds, and as much as the
            // rest of a part.
            values = type(of: json) == String.self ? nil : json as? [String: Any]
        }
    }

    /// - Parameter place: of a part, among the others.
    private func draft(
        _ json: Sent, _ entity: OwnEntity, _ number: Int, place: Int = 0
    ) throws -> OwnObjects.Draft {
        // Made where something is drawn: most objects are all of the file.
        func stream() -> RandomStream { objects.stream(entity, number) }
        let attributes = entity.attributes
        var values: [OwnValue?] = []
        values.reserveCapacity(attributes.count)
        for index in attributes.indices {
            if let source = attributes[index].source {
                let value = try value(source, attributes[index].kind, json)
                guard value != nil || !attributes[index].isRequired else {
                    throw Mistake(
                        message: "has no “\(source)”, and the model wants a value of"
                            + " \(entity.name).\(attributes[index].name)")
                }
                values.append(value)
            } else if attributes[index].kind == .place {
                values.append(.integer(Int64(place)))
            } else {
                values.append(
                    OwnObjects.value(attributes[index], of: entity, number, stream(), revision: 0))
            }
        }
        var draft = OwnObjects.Draft(
            entity: entity, number: number, values: values,
            partners: entity.partners.isEmpty ? [] : objects.partners(of: entity, stream()))
        for (place, partner) in entity.partners.enumerated() {
            guard let source = partner.source else { continue }
            draft.partners[place] = try keys(source, partner, json)
        }
        guard !entity.parts.isEmpty else { return draft }
        let drawn = OwnObjects.partNumbers(of: entity, number, stream())
        draft.parts = try zip(entity.parts, drawn).map { parts, drawn in
            // The content's reader has checked that there is such an entity.
            let other = objects.content.entity(parts.entity)!
            guard let source = parts.source else {
                return drawn.numbers.map {
                    objects.draft(other, $0).placed(at: $0 - drawn.numbers.lowerBound)
                }
            }
            let elements = try list(source, json)
            guard elements.count <= parts.counts.upperBound else {
                throw Mistake(
                    message: "has more than \(parts.counts.upperBound) of “\(source)”")
            }
            return try elements.enumerated().map { place, element in
                try self.draft(
                    Sent(element), other, drawn.numbers.lowerBound + place, place: place)
            }
        }
        return draft
    }

    // MARK: Values

    /// The value of a key; `nil` if it is missing or null.
    private func raw(_ source: String, _ json: Sent) -> Any? {
        let value: Any? = source == "." ? json.whole : json.values?[source]
        // Not `is`: it would make an NSString of each text to look at its class.
        return value.map { type(of: $0) == NSNull.self } == true ? nil : value
    }

    private func value(_ source: String, _ kind: ValueKind, _ json: Sent) throws -> OwnValue? {
        guard let raw = raw(source, json) else {
            guard kind.isKey else { return nil }
            throw Mistake(message: "has no “\(source)”, by which its object is found")
        }
        guard let value = OwnValue(sent: raw, kind.sentType) else {
            throw Mistake(message: "has a “\(source)” of the wrong type")
        }
        return value
    }

    private func list(_ source: String, _ json: Sent) throws -> [Any] {
        guard let raw = raw(source, json) else { return [] }
        guard let list = raw as? [Any] else {
            throw Mistake(message: "has a “\(source)” that is no array")
        }
        return list
    }

    /// The keys of a line's partners: none if the line has none.
    private func keys(
        _ source: String, _ partner: OwnEntity.Partner, _ json: Sent
    ) throws -> [OwnValue] {
        // The content's reader has checked that the partner has a key.
        let kind = objects.content.entity(partner.entity)!.key!.kind
        let sent =
            partner.counts == nil
            ? [raw(source, json)].compactMap(\.self) : try list(source, json)
        var keys: [OwnValue] = []
        for raw in sent {
            guard let key = OwnValue(sent: raw, kind.sentType) else {
                throw Mistake(message: "has a “\(source)” of the wrong type")
            }
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }
}

extension ValueKind {
    /// The type of the values as a line of a file has them.
    fileprivate var sentType: SentType {
        switch self {
        case .sent(let type): type
        case .numberKey: .integer
        case .uuidKey: .uuid
        default: .text
        }
    }
}

extension OwnObjects.Draft {
    /// The object as an upsert finds it: other values under the same key.
    var older: OwnObjects.Draft {
        var draft = self
        for (place, attribute) in entity.attributes.enumerated()
        where attribute.source != nil && !attribute.kind.isUnique && !attribute.isFixed {
            draft.values[place] = values[place]?.older
        }
        return draft
    }
}

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
    let form: ObjectForm
    /// Whether it makes the parts, too, that a line has.
    var hasParts = true

    /// - Throws: `Mistake`.
    func draft(_ line: Data, number: Int) throws -> OwnObjects.Draft {
        guard let json = try? JSONSerialization.jsonObject(with: line, options: .fragmentsAllowed)
        else { throw Mistake(message: "is not JSON") }
        let sent = Sent(json)
        guard sent.values != nil else { throw Mistake(message: "is not a JSON object") }
        var values: [OwnValue?] = []
        values.reserveCapacity(form.sources.count)
        try append(sent, form, number, to: &values)
        return try draft(sent, form, number, AttributeValues(values))
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

        /// The value of a key; `nil` if it is missing.
        func raw(_ key: String) -> Any? {
            key == "." ? whole : values?[key]
        }
    }

    private func draft(
        _ json: Sent, _ form: ObjectForm, _ number: Int, _ values: AttributeValues
    ) throws -> OwnObjects.Draft {
        OwnObjects.Draft(
            form: form, number: number, values: values,
            partners: try partners(json, form, number),
            parts: form.parts.isEmpty || !hasParts ? [] : try parts(json, form, number))
    }

    // MARK: Values

    /// Appends the values of a line, or of a part in it.
    ///
    /// - Parameter place: of a part, among the others.
    private func append(
        _ json: Sent, _ form: ObjectForm, _ number: Int, place: Int = 0,
        to values: inout [OwnValue?]
    ) throws {
        for index in form.sources.indices {
            if let source = form.sources[index] {
                let value = try value(source, json)
                if value == nil { try allowMissing(index, of: form, source) }
                values.append(value?.fitted(to: form.entity.attributes[index]))
            } else if index == form.placeIndex {
                values.append(.integer(Int64(place)))
            } else {
                let entity = form.entity
                values.append(
                    OwnObjects.value(
                        entity.attributes[index], of: entity, number,
                        objects.stream(entity, number), revision: 0))
            }
        }
    }

    /// The value that a line has; `nil` if it is missing or null.
    private func value(_ source: ObjectForm.Source, _ json: Sent) throws -> OwnValue? {
        guard let raw = json.raw(source.key) else { return nil }
        if let value = OwnValue(sent: raw, source.type) { return value }
        guard isNull(raw) else {
            throw Mistake(message: "has a “\(source.key)” of the wrong type")
        }
        return nil
    }

    // Not `is`: it would make an NSString of each text to look at its class.
    private func isNull(_ raw: Any) -> Bool { type(of: raw) == NSNull.self }

    private func allowMissing(
        _ index: Int, of form: ObjectForm, _ source: ObjectForm.Source
    ) throws {
        let attribute = form.entity.attributes[index]
        guard !attribute.kind.isKey else {
            throw Mistake(message: "has no “\(source.key)”, by which its object is found")
        }
        guard !attribute.isRequired else {
            throw Mistake(
                message: "has no “\(source.key)”, and the model wants a value of"
                    + " \(form.entity.name).\(attribute.name)")
        }
    }

    private func list(_ key: String, _ raw: Any?) throws -> [Any] {
        guard let raw, !isNull(raw) else { return [] }
        guard let list = raw as? [Any] else {
            throw Mistake(message: "has a “\(key)” that is no array")
        }
        return list
    }

    // MARK: Partners and parts

    private func partners(
        _ json: Sent, _ form: ObjectForm, _ number: Int
    ) throws -> [[OwnValue]] {
        guard !form.partners.isEmpty else { return [] }
        var partners =
            form.drawsPartners
            ? objects.partners(of: form.entity, objects.stream(form.entity, number))
            : [[OwnValue]](repeating: [], count: form.partners.count)
        for place in partners.indices {
            guard let source = form.partners[place].source else { continue }
            partners[place] = try keys(source, json, isOne: !form.partners[place].isToMany)
        }
        return partners
    }

    /// The keys of a line's partners, each once: none if the line has none.
    private func keys(
        _ source: ObjectForm.Source, _ json: Sent, isOne: Bool
    ) throws -> [OwnValue] {
        guard !isOne else { return try value(source, json).map { [$0] } ?? [] }
        var keys: [OwnValue] = []
        for raw in try list(source.key, json.raw(source.key)) {
            guard let key = OwnValue(sent: raw, source.type) else {
                throw Mistake(message: "has a “\(source.key)” of the wrong type")
            }
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }

    private func parts(
        _ json: Sent, _ form: ObjectForm, _ number: Int
    ) throws -> [[OwnObjects.Draft]] {
        let drawn =
            form.drawsParts
            ? OwnObjects.partNumbers(
                of: form.entity, number, objects.stream(form.entity, number)) : []
        var first = number * form.roomForParts
        return try form.parts.indices.map { index in
            let limit = form.parts[index].limit
            defer { first += limit }
            let other = objects.forms[form.parts[index].entity]
            guard let source = form.parts[index].source else {
                return drawn[index].numbers.map {
                    objects.draft(other.entity, $0).placed(at: $0 - first)
                }
            }
            let elements = try list(source, json.raw(source))
            guard elements.count <= limit else {
                throw Mistake(message: "has more than \(limit) of “\(source)”")
            }
            return try drafts(of: elements, other, from: first)
        }
    }

    private func drafts(
        of elements: [Any], _ form: ObjectForm, from first: Int
    ) throws -> [OwnObjects.Draft] {
        let sent = elements.map(Sent.init)
        let width = form.sources.count
        var values: [OwnValue?] = []
        values.reserveCapacity(sent.count * width)
        for place in sent.indices {
            try append(sent[place], form, first + place, place: place, to: &values)
        }
        return try sent.indices.map { place in
            try draft(
                sent[place], form, first + place,
                AttributeValues(of: place, in: values, width: width))
        }
    }
}

extension OwnObjects.Draft {
    /// The object as an upsert finds it: other values under the same key.
    var older: OwnObjects.Draft {
        var values = values
        for (place, attribute) in entity.attributes.enumerated()
        where attribute.source != nil && !attribute.kind.isUnique && !attribute.isFixed {
            values[place] = values[place]?.older.fitted(to: attribute)
        }
        return with(values)
    }
}

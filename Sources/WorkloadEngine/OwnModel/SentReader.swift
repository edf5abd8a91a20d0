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
    let shape: SentShape

    /// - Throws: `Mistake`.
    func draft(_ line: Data, number: Int) throws -> OwnObjects.Draft {
        let values: SentValues
        do {
            values = try shape.decoder.decode(SentValues.self, from: line, configuration: shape)
        } catch is DecodingError {
            throw Mistake(message: "is not JSON")
        }
        guard values.isObject else { throw Mistake(message: "is not a JSON object") }
        return try draft(values, shape, number)
    }

    /// - Parameter place: of a part, among the others.
    private func draft(
        _ sent: SentValues, _ shape: SentShape, _ number: Int, place: Int = 0
    ) throws -> OwnObjects.Draft {
        // Made where something is drawn: most objects are all of the file.
        func stream() -> RandomStream { objects.stream(shape.entity, number) }
        let entity = shape.entity
        let attributes = entity.attributes
        var values = sent.values
        for index in attributes.indices {
            if let source = attributes[index].source {
                guard values[index] == nil else { continue }
                try allowMissing(attributes[index], source, in: entity)
            } else if attributes[index].kind == .place {
                values[index] = .integer(Int64(place))
            } else {
                values[index] =
                    OwnObjects.value(attributes[index], of: entity, number, stream(), revision: 0)
            }
        }
        var draft = OwnObjects.Draft(
            entity: entity, number: number, values: values, partners: sent.partners)
        if shape.drawsPartners {
            let drawn = objects.partners(of: entity, stream())
            for (place, partner) in entity.partners.enumerated() where partner.source == nil {
                draft.partners[place] = drawn[place]
            }
        }
        guard !entity.parts.isEmpty else { return draft }
        let drawn = OwnObjects.partNumbers(of: entity, number, stream())
        draft.parts = try entity.parts.indices.map { index in
            try parts(
                sent.parts[index], entity.parts[index], shape.parts[index], drawn[index].numbers)
        }
        return draft
    }

    private func allowMissing(
        _ attribute: OwnEntity.Attribute, _ source: String, in entity: OwnEntity
    ) throws {
        if attribute.kind.isKey {
            throw Mistake(message: "has no “\(source)”, by which its object is found")
        }
        if attribute.isRequired {
            throw Mistake(
                message: "has no “\(source)”, and the model wants a value of"
                    + " \(entity.name).\(attribute.name)")
        }
    }

    /// - Parameter numbers: those of as many parts as were drawn.
    private func parts(
        _ sent: [SentValues], _ parts: OwnEntity.Parts, _ shape: SentShape?, _ numbers: Range<Int>
    ) throws -> [OwnObjects.Draft] {
        // The content's reader has checked that there is such an entity.
        let other = objects.content.entity(parts.entity)!
        guard let source = parts.source, let shape else {
            return numbers.map { objects.draft(other, $0).placed(at: $0 - numbers.lowerBound) }
        }
        guard sent.count <= parts.counts.upperBound else {
            throw Mistake(message: "has more than \(parts.counts.upperBound) of “\(source)”")
        }
        return try sent.enumerated().map { place, values in
            try draft(values, shape, numbers.lowerBound + place, place: place)
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

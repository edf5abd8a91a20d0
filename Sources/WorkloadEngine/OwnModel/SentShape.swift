import Foundation

/// What the content takes from a line, or from a part in it: worked out once, so that a line is
/// decoded by its keys alone.
final class SentShape: Sendable {
    /// A key of a JSON object, and what lies there.
    struct Source: Sendable {
        let key: SentKey
        let type: SentType
    }

    let entity: OwnEntity
    /// In the order of the entity's attributes; `nil` where nothing is taken.
    let attributes: [Source?]
    /// In the order of the entity's partners.
    let partners: [Source?]
    /// In the order of the entity's parts.
    let parts: [SentShape?]
    /// Whether all that is taken is the part itself, a text or a number.
    let isWhole: Bool
    let drawsPartners: Bool
    let decoder = JSONDecoder()

    /// - Precondition: the content's reader has checked the names in the entity.
    init(_ entity: OwnEntity, in content: OwnContent) {
        self.entity = entity
        attributes = entity.attributes.map { attribute in
            attribute.source.map { Source(key: SentKey($0), type: attribute.kind.sentType) }
        }
        partners = entity.partners.map { partner in
            partner.source.map { source in
                let kind = content.entity(partner.entity)!.key!.kind
                return Source(key: SentKey(source), type: kind.sentType)
            }
        }
        parts = entity.parts.map { parts in
            parts.source.map { _ in SentShape(content.entity(parts.entity)!, in: content) }
        }
        let keys =
            (attributes + partners).compactMap { $0?.key.stringValue }
            + entity.parts.compactMap(\.source)
        isWhole = !keys.isEmpty && keys.allSatisfy { $0 == SentKey.whole }
        drawsPartners = entity.partners.contains { $0.source == nil }
    }
}

/// A key that the content names.
struct SentKey: CodingKey {
    /// The name for a part itself, where it is a text or a number.
    static let whole = "."

    let stringValue: String
    var intValue: Int? { nil }
    var isWhole: Bool { stringValue == Self.whole }

    init(_ name: String) {
        stringValue = name
    }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
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

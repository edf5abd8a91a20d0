/// An entity of the content, and what making its objects asks of it again and again.
///
/// All drafts of an entity share one: a copy of an `OwnEntity` in each would count references to
/// all of its texts. Other entities are known by their place in the content.
final class ObjectForm: Sendable {
    let entity: OwnEntity
    let name: String
    /// In the order of the entity's attributes.
    let attributeNames: [String]
    /// Where the attributes are that an importer sets, or a user who adds an object: all but those
    /// that lines leave to the user.
    let settable: [Int]
    /// Where the attributes are that an edit sets: all but those that follow from an object's
    /// number.
    ///
    /// If there are no others, an edit sets these, to the values that they have.
    let edited: [Int]
    /// Where the attribute is by which an object is found; `nil` for an entity without one.
    let keyIndex: Int?
    /// Of that attribute.
    let keyName: String?
    /// Where the attribute is that holds a part's place; `nil` for an entity without one.
    let placeIndex: Int?
    /// Whether lines of a file do not have all of the partners' keys.
    let drawsPartners: Bool
    /// Whether lines of a file do not have all of the parts.
    let drawsParts: Bool
    /// In the order of the entity's attributes, how a line has them; `nil` for drawn ones.
    let sources: [Source?]
    /// In the order of the entity's.
    let partners: [Partner]
    /// In the order of the entity's.
    let parts: [Parts]
    /// How many numbers an object leaves for its parts.
    let roomForParts: Int

    /// A key of a line's JSON object, or `.` for a part that is itself a text or a number, and the
    /// type of what is there.
    struct Source: Sendable {
        let key: String
        let type: SentType

        fileprivate init(_ key: String, _ kind: ValueKind) {
            self.key = key
            type = kind.sentType
        }
    }

    /// A relationship to objects that are found or created.
    struct Partner: Sendable {
        let name: String
        /// The place of their entity.
        let entity: Int
        let isToMany: Bool
        let isOrdered: Bool
        /// How a line has their keys; `nil` for drawn ones.
        let source: Source?
    }

    /// A relationship to objects that are made with this one.
    struct Parts: Sendable {
        /// By which a part knows its object.
        let inverse: String
        /// The place of their entity.
        let entity: Int
        /// How many an object has at most.
        let limit: Int
        /// The key of a line's JSON object that has them in an array; `nil` for drawn ones.
        let source: String?
    }

    /// - Parameter isImported: whether lines bring its objects, which leave to the user what is an
    ///   edit's.
    /// - Precondition: the content's reader has checked the entity's names.
    init(_ entity: OwnEntity, in content: OwnContent, isImported: Bool) {
        self.entity = entity
        name = entity.name
        attributeNames = entity.attributes.map(\.name)
        settable = entity.attributes.indices.filter {
            !isImported || !entity.attributes[$0].isEdit
        }
        let drawn = entity.attributes.indices.filter {
            entity.numbered(entity.attributes[$0].kind, 0) == nil
        }
        edited = drawn.isEmpty ? Array(entity.attributes.indices) : drawn
        keyIndex = entity.attributes.firstIndex(where: \.kind.isKey)
        keyName = entity.key?.name
        placeIndex = entity.attributes.firstIndex { $0.kind == .place }
        drawsPartners = entity.partners.contains { $0.source == nil }
        drawsParts = entity.parts.contains { $0.source == nil }
        sources = entity.attributes.map { attribute in
            attribute.source.map { Source($0, attribute.kind) }
        }
        partners = entity.partners.map { partner in
            Partner(
                name: partner.name, entity: content.place(of: partner.entity)!,
                isToMany: partner.counts != nil, isOrdered: partner.isOrdered,
                source: partner.source.map {
                    Source($0, content.entity(partner.entity)!.key!.kind)
                })
        }
        roomForParts = entity.roomForParts
        parts = entity.parts.map { parts in
            Parts(
                inverse: parts.inverse, entity: content.place(of: parts.entity)!,
                limit: parts.counts.upperBound, source: parts.source)
        }
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

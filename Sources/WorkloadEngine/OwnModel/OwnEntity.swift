import Documents

/// The objects of one entity.
package struct OwnEntity: Sendable, Hashable {
    /// An attribute and how its values come about.
    package struct Attribute: Sendable, Hashable {
        package var name: String
        package var position: Position
        package var kind: ValueKind
        /// The key of a line's JSON object that has the value; `nil` for one that is drawn.
        package var source: String?
        /// Whether an object that an upsert finds has the line's value already.
        package var isFixed = false
        /// Whether the model wants a value: false until `OwnObjects` has looked.
        package var isRequired = false
        /// Whether the model keeps a Float of a real number: false until `OwnObjects` has looked.
        package var isFloat = false
        /// Of an edit's, what the model gives a new object: `nil` until `OwnObjects` has looked.
        package var initial: OwnValue?
        /// Whether the line is that of the entity above.
        package var isInherited = false

        /// Whether it holds a part of what the user's operation brings.
        var isEdit: Bool {
            if case .edit = kind { true } else { false }
        }
    }

    /// A relationship to one or some of a number of objects, each of which is found by its key or
    /// created.
    package struct Partner: Sendable, Hashable {
        package var name: String
        package var position: Position
        package var entity: String
        package var count: Int
        /// How many of them an object has; `nil` for a to-one relationship.
        package var counts: ClosedRange<Int>?
        /// The key of a line's JSON object that has their keys; `nil` for ones that are drawn.
        package var source: String?
        /// Whether the model keeps their order: false until `OwnObjects` has looked.
        package var isOrdered = false
        /// Whether the line is that of the entity above.
        package var isInherited = false
    }

    /// A relationship to objects that are made with this one: to many, or to one that no other
    /// object has.
    package struct Parts: Sendable, Hashable {
        package var name: String
        package var position: Position
        package var entity: String
        package var counts: ClosedRange<Int>
        /// The key of a line's JSON object that has them in an array; `nil` for drawn ones.
        package var source: String?
        /// Whether the model keeps their order: false until `OwnObjects` has looked.
        package var isOrdered = false
        /// The relationship by which a part knows its object: empty until `OwnObjects` has looked.
        var inverse = ""
        /// Whether the line is that of the entity above.
        package var isInherited = false
    }

    /// How many of an entity's objects are of a subentity, or of the entity alone.
    package struct Share: Sendable, Hashable {
        package var name: String
        package var position: Position
        /// From 0 to 1.
        package var share: Double
    }

    package var name: String
    package var position: Position
    package var attributes: [Attribute]
    package var partners: [Partner]
    package var parts: [Parts]
    /// What its objects are; empty for an entity whose objects are of no subentity.
    package var shares: [Share] = []
    /// The entity of the content that has a share for this one; `nil` for all others.
    package var parent: String?
    /// In an entity with subentities, and in each of them, the room for the parts of any of them.
    var familyRoom: Int?

    /// The entity after which its objects are numbered.
    var root: String { parent ?? name }

    /// Whether its objects are of several subentities, or it is one of these.
    var isInFamily: Bool { !shares.isEmpty || parent != nil }

    /// The attribute that identifies an object; `nil` for an entity without one.
    package var key: Attribute? { attributes.first(where: \.kind.isKey) }

    /// The first attribute that holds a part of a user's edit; `nil` for an entity without.
    var edit: Attribute? {
        attributes.first(where: \.isEdit)
    }

    /// The first property whose values come from the lines of a file; `nil` for an entity without.
    var sent: (name: String, position: Position)? {
        if let found = attributes.first(where: { $0.source != nil }) {
            return (found.name, found.position)
        }
        if let found = partners.first(where: { $0.source != nil }) {
            return (found.name, found.position)
        }
        return parts.first { $0.source != nil }.map { (name: $0.name, position: $0.position) }
    }

    /// Whether each value and each relationship comes from the lines of a file, is the user's, or
    /// follows from a part's place.
    var isSent: Bool {
        attributes.allSatisfy { $0.source != nil || $0.kind == .place || $0.isEdit }
            && partners.allSatisfy { $0.source != nil } && parts.allSatisfy { $0.source != nil }
    }

    /// How many numbers an object leaves for its parts: as many as it may have, or as those of
    /// another subentity may have.
    var roomForParts: Int { familyRoom ?? ownRoom }

    /// How many parts an object has at most.
    var ownRoom: Int { parts.reduce(0) { $0 + $1.counts.upperBound } }

    /// The key of the object of a number; `nil` for an entity without a key.
    func keyValue(_ number: Int) -> OwnValue? {
        key.flatMap { numbered($0.kind, number) }
    }

    /// The value that an object's number is in; `nil` for a kind that is drawn.
    func numbered(_ kind: ValueKind, _ number: Int) -> OwnValue? {
        switch kind {
        case .textKey, .uniqueText: .text("\(root) \(number)")
        case .numberKey, .uniqueNumber, .edit(.key): .integer(Int64(number))
        case .uniqueDate: .date(Double(number))
        case .uuidKey: .uuid(high: 0, low: UInt64(number))
        default: nil
        }
    }
}

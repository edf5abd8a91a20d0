import Documents

/// The objects of one entity.
package struct OwnEntity: Sendable, Hashable {
    /// An attribute and how its values come about.
    package struct Attribute: Sendable, Hashable {
        package var name: String
        package var position: Position
        package var kind: ValueKind
    }

    /// A relationship to one of a number of objects, which is found by its key or created.
    package struct Partner: Sendable, Hashable {
        package var name: String
        package var position: Position
        package var entity: String
        package var count: Int
    }

    /// A relationship to objects that are made with this one: to many, or to one that no other
    /// object has.
    package struct Parts: Sendable, Hashable {
        package var name: String
        package var position: Position
        package var entity: String
        package var counts: ClosedRange<Int>
    }

    package var name: String
    package var position: Position
    package var attributes: [Attribute]
    package var partners: [Partner]
    package var parts: [Parts]

    /// The attribute that identifies an object; `nil` for an entity without one.
    package var key: Attribute? { attributes.first(where: \.kind.isKey) }

    /// How many parts an object has at most.
    var roomForParts: Int { parts.reduce(0) { $0 + $1.counts.upperBound } }

    /// The key of the object of a number; `nil` for an entity without a key.
    func keyValue(_ number: Int) -> OwnValue? {
        key.flatMap { numbered($0.kind, number) }
    }

    /// The value that an object's number is in; `nil` for a kind that is drawn.
    func numbered(_ kind: ValueKind, _ number: Int) -> OwnValue? {
        switch kind {
        case .textKey, .uniqueText: .text("\(name) \(number)")
        case .numberKey, .uniqueNumber: .integer(Int64(number))
        case .uniqueDate: .date(Double(number))
        case .uuidKey: .uuid(high: 0, low: UInt64(number))
        default: nil
        }
    }
}

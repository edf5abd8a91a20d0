import CoreData
import Foundation
import StoreIO

/// Reads the rows of one entity of a content past the engine.
///
/// The query follows from the entity's layout in Core Data's stores alone: its table, its columns,
/// and the keys of the objects that it refers to.
///
///     SELECT t.ZTITLE, r0.ZNAME, t.ZALBUM, o0.ZNUMBER FROM ZTRACK t
///     LEFT JOIN ZARTIST r0 ON r0.Z_PK = t.ZARTIST AND r0.Z_ENT = …
///     LEFT JOIN ZALBUM o0 ON o0.Z_PK = t.ZALBUM AND o0.Z_ENT = …
///     WHERE t.Z_ENT = …
///
/// A class, since its rows would each copy what a query is made of.
final class EntityScan: Sendable {
    let table: String
    private let entity: OwnEntity
    private let query: String
    /// Each with the kind of its key; `nil` for one without a key.
    private let partners: [(partner: OwnEntity.Partner, key: ValueKind?)]
    private let owners: [(parts: OwnEntity.Parts, key: ValueKind?)]
    /// The attributes whose columns may name files.
    private let externals: Set<String>
    private let known = KnownRows()

    /// - Precondition: the model was checked against the content.
    init(_ entity: OwnEntity, of content: OwnContent, in model: NSManagedObjectModel) {
        let naming = AppleSQLNaming()
        let entities = model.entitiesByName
        let description = entities[entity.name]!
        let owners = content.owners(of: entity, in: model)
        var columns = entity.attributes.map {
            "t." + naming.column(for: description.attributesByName[$0.name]!)
        }
        var joins: [String] = []
        /// Adds the key of the object that a column leads to; NULL if it is another entity's.
        func add(_ column: String, _ name: String, to other: OwnEntity?) {
            guard let other, let key = other.key, let found = entities[other.name] else {
                columns.append("NULL")
                return
            }
            columns.append("\(name)." + naming.column(for: found.attributesByName[key.name]!))
            joins.append(
                "LEFT JOIN \(naming.table(for: found)) \(name) ON \(name).Z_PK = t.\(column)"
                    + " AND \(name).Z_ENT \(Self.isOne(of: content.kinds(of: other)))")
        }
        for (place, partner) in entity.partners.enumerated() {
            let relationship = description.relationshipsByName[partner.name]!
            let other = content.entity(partner.entity)
            if partner.counts == nil {
                add(naming.column(for: relationship), "r\(place)", to: other)
            } else {
                columns.append(Self.list(of: relationship, other, content, naming))
            }
        }
        for (place, owner) in owners.enumerated() {
            let column = naming.column(for: owner.inverse)
            columns.append("t.\(column)")
            add(column, "o\(place)", to: owner.entity)
            // Where it stands among the others with its owner.
            if owner.parts.isOrdered, let ordered = owner.inverse.inverseRelationship,
                let order = naming.orderColumn(for: ordered)
            {
                columns.append(
                    "(SELECT count(*) FROM \(naming.table(for: description)) s"
                        + " WHERE s.\(column) = t.\(column) AND s.\(order) < t.\(order))")
            }
        }
        table = naming.table(for: description)
        query =
            "SELECT \((columns + ["0"]).joined(separator: ", ")) FROM \(table) t "
            + joins.joined(separator: " ") + " WHERE t.Z_ENT \(Self.isOne(of: [entity.name]))"
        self.entity = entity
        externals = Set(
            entity.attributes.map(\.name).filter {
                description.attributesByName[$0]?.allowsExternalBinaryDataStorage ?? false
            })
        partners = entity.partners.map { ($0, content.entity($0.entity)?.key?.kind) }
        self.owners = owners.map { ($0.parts, $0.entity.key?.kind) }
    }

    /// A query for the keys of a many-to-many relationship's objects in one text, with ASCII's unit
    /// separator between them: a row of the join table leads to each.
    private static func list(
        of relationship: NSRelationshipDescription, _ other: OwnEntity?, _ content: OwnContent,
        _ naming: AppleSQLNaming
    ) -> String {
        guard let other, let key = other.key,
            case .joinTable(let join, let source, let destination) =
                naming.toManySource(for: relationship),
            let end = relationship.destinationEntity,
            let attribute = end.firstAttribute(named: key.name)
        else { return "NULL" }
        let column = "d." + naming.column(for: attribute)
        // Sixteen bytes or a text may have the separator in them.
        let value = key.kind.isListedInHex ? "hex(\(column))" : column
        let order = naming.orderColumn(for: relationship).map { "j.\($0)" } ?? "1"
        return "(SELECT group_concat(k, char(31)) FROM (SELECT \(value) k FROM \(join) j"
            + " JOIN \(naming.table(for: end)) d ON d.Z_PK = j.\(destination)"
            + " AND d.Z_ENT \(isOne(of: content.kinds(of: other)))"
            + " WHERE j.\(source) = t.Z_PK ORDER BY \(order)))"
    }

    /// A table may hold the rows of a whole hierarchy; the number tells them apart.
    ///
    /// - Parameter entities: more than one where objects may be of several subentities.
    private static func isOne(of entities: [String]) -> String {
        let names = entities.map { "'\($0)'" }.joined(separator: ", ")
        let numbers = "(SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME IN (\(names)))"
        return entities.count == 1 ? "= \(numbers)" : "IN \(numbers)"
    }

    /// - Throws: `StoreIOError`.
    /// - Complexity: O(objects), without a text for rows that were read before.
    func rows(
        _ connection: DatabaseConnection, _ file: (String) -> Data?
    ) throws -> [StoreContent.Row] {
        var reading = known.begin()
        try connection.forEachRow(query) { columns in
            known.add(columns, to: &reading) { row($0, file) }
        }
        return known.end(reading)
    }

    private func row(_ columns: DatabaseRow, _ file: (String) -> Data?) -> StoreContent.Row {
        var column: Int32 = 0
        func next(_ kind: ValueKind?) -> OwnValue? {
            defer { column += 1 }
            return kind.flatMap { columns.value(column, $0) }
        }
        let values = entity.attributes.map { attribute -> OwnValue? in
            guard externals.contains(attribute.name) else { return next(attribute.kind) }
            defer { column += 1 }
            return columns.data(column).flatMap { ExternalColumn.value(of: $0, file: file) }
                .map { .bytes($0) }
        }
        let partners = partners.map { partner, kind -> [OwnValue?] in
            guard partner.counts != nil else { return [next(kind)] }
            defer { column += 1 }
            let lines = columns.text(column)?.split(
                separator: "\u{1F}", omittingEmptySubsequences: false)
            return (lines ?? []).map { line in kind.flatMap { OwnValue(listed: String(line), $0) } }
        }
        var owner: StoreContent.Row.Owner?
        for (parts, kind) in owners {
            let isOwned = columns.integer(column) != nil
            column += 1
            let key = next(kind)
            var place: Int?
            if parts.isOrdered {
                place = columns.integer(column).map { Int($0) }
                column += 1
            }
            if isOwned, owner == nil { owner = .init(parts: parts, key: key, place: place) }
        }
        return .own(entity, values: values, partners: partners, owner: owner)
    }
}

extension ValueKind {
    /// Whether the query for a list of keys returns their bytes in hexadecimal digits.
    fileprivate var isListedInHex: Bool {
        switch self {
        case .numberKey, .edit(.key): false
        default: true
        }
    }
}

extension OwnValue {
    /// A key as the query for a list of keys returns it.
    fileprivate init?(listed text: String, _ kind: ValueKind) {
        switch kind {
        case .numberKey, .edit(.key):
            guard let number = Int64(text) else { return nil }
            self = .integer(number)
        case .uuidKey:
            guard text.count == 32, let high = UInt64(text.prefix(16), radix: 16),
                let low = UInt64(text.suffix(16), radix: 16)
            else { return nil }
            self = .uuid(high: high, low: low)
        default:
            let digits = Array(text.utf8)
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
            }
            self = .text(String(decoding: bytes, as: UTF8.self))
        }
    }
}

extension NSEntityDescription {
    /// An attribute of the entity, or of the first below it that has one of the name.
    fileprivate func firstAttribute(named name: String) -> NSAttributeDescription? {
        attributesByName[name]
            ?? subentities.lazy.compactMap { $0.firstAttribute(named: name) }
            .first
    }
}

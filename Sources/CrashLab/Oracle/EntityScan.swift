import CoreData
import WorkloadEngine

/// Reads the rows of one entity of a content past the engine.
///
/// The query follows from the entity's layout in Core Data's stores alone: its table, its columns,
/// and the keys of the objects that it refers to.
///
///     SELECT t.ZTITLE, r0.ZNAME, t.ZALBUM, o0.ZNUMBER FROM ZTRACK t
///     LEFT JOIN ZARTIST r0 ON r0.Z_PK = t.ZARTIST AND r0.Z_ENT = …
///     LEFT JOIN ZALBUM o0 ON o0.Z_PK = t.ZALBUM AND o0.Z_ENT = …
///     WHERE t.Z_ENT = …
struct EntityScan {
    let table: String
    private let entity: OwnEntity
    private let query: String
    /// The kind of the key of each partner; `nil` for one without a key.
    private let partners: [ValueKind?]
    private let owners: [(parts: OwnEntity.Parts, key: ValueKind?)]
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
                    + " AND \(name).Z_ENT = \(Self.number(of: other.name))")
        }
        for (place, partner) in entity.partners.enumerated() {
            let relationship = description.relationshipsByName[partner.name]!
            add(
                naming.column(for: relationship), "r\(place)", to: content.entity(partner.entity))
        }
        for (place, owner) in owners.enumerated() {
            let column = naming.column(for: owner.inverse)
            columns.append("t.\(column)")
            add(column, "o\(place)", to: owner.entity)
        }
        table = naming.table(for: description)
        query =
            "SELECT \((columns + ["0"]).joined(separator: ", ")) FROM \(table) t "
            + joins.joined(separator: " ") + " WHERE t.Z_ENT = \(Self.number(of: entity.name))"
        self.entity = entity
        partners = entity.partners.map { content.entity($0.entity)?.key?.kind }
        self.owners = owners.map { ($0.parts, $0.entity.key?.kind) }
    }

    /// A table may hold the rows of a whole hierarchy; the number tells them apart.
    private static func number(of entity: String) -> String {
        "(SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = '\(entity)')"
    }

    /// - Throws: `ImageError`.
    /// - Complexity: O(objects), without a text for rows that were read before.
    func rows(_ connection: ImageConnection) throws -> [StoreContent.Row] {
        var rows: [StoreContent.Row] = []
        try connection.forEachRow(query) { rows.append(known.row($0, row)) }
        return rows
    }

    private func row(_ columns: ImageRow) -> StoreContent.Row {
        var column: Int32 = 0
        func next(_ kind: ValueKind?) -> OwnValue? {
            defer { column += 1 }
            return kind.flatMap { columns.value(column, $0) }
        }
        let values = entity.attributes.map { next($0.kind) }
        let partners = partners.map(next)
        var owner: (parts: OwnEntity.Parts, key: OwnValue?)?
        for (parts, kind) in owners {
            let isOwned = columns.integer(column) != nil
            column += 1
            let key = next(kind)
            if isOwned, owner == nil { owner = (parts, key) }
        }
        return .own(entity, values: values, partners: partners, owner: owner)
    }
}

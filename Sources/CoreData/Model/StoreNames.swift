/// Hands out the names of columns or tables: in capitals, each once.
///
/// SQLite takes names that differ only by case for one and the same. Of the properties `Artist` and
/// `artist` of one entity, the first in the order of their bytes gets ARTIST, the other ARTIST1: a
/// digit, as Apple's stores tell namesakes apart. The order in which the model declares them
/// must not count, because it does not count in a version hash.
struct StoreNames {
    private var taken: Set<String>

    /// Names that are taken from the start are never handed out.
    init(taken: Set<String> = []) {
        self.taken = taken
    }

    /// Takes a name that has been handed out already, by a superentity's naming.
    mutating func take(_ name: String) {
        taken.insert(name)
    }

    mutating func name(for text: String) -> String {
        let plain = text.uppercased()
        var name = plain
        var number = 0
        while !taken.insert(name).inserted {
            number += 1
            name = plain + String(number)
        }
        return name
    }
}

extension NSPropertyDescription {
    /// What a store calls the property, without the Z in front: the name in capitals, with a digit
    /// behind it where the entity has another property of that name.
    final var storeName: String {
        frozenStoreName ?? name.uppercased()
    }

    /// Whether the property has a column of its own in its entity's table, as opposed to a table of
    /// pairs; `nil` for a property that no store keeps.
    fileprivate final var isColumn: Bool? {
        if isTransient { return nil }
        switch self {
        case let relationship as NSRelationshipDescription: return !relationship.isToMany
        case let attribute as NSAttributeDescription:
            return SlotKind(attribute.attributeType) == nil ? nil : true
        default: return nil
        }
    }
}

extension NSEntityDescription {
    /// What a store calls the table of a topmost entity, without the Z in front.
    final var storeName: String {
        frozenStoreName ?? (name ?? "").uppercased()
    }

    /// Names the entity's own properties; those of superentities have their names.
    final func nameOwnProperties() {
        // The columns that every table of rows has.
        var columns = StoreNames(taken: ["_PK", "_ENT", "_OPT"])
        var pairs = StoreNames()
        for property in superentity?.properties ?? [] {
            guard let isColumn = property.isColumn else { continue }
            if isColumn {
                columns.take(property.storeName)
            } else {
                pairs.take(property.storeName)
            }
        }
        for property in ownProperties.sorted(by: { $0.name.isBefore($1.name) }) {
            guard let isColumn = property.isColumn else { continue }
            property.frozenStoreName =
                isColumn ? columns.name(for: property.name) : pairs.name(for: property.name)
        }
    }
}

extension NSManagedObjectModel {
    /// Names the tables of the topmost entities.
    ///
    /// - Parameter entities: all of the model's, in the order of their numbers.
    final func nameTables(of entities: [NSEntityDescription]) {
        // The tables that a store keeps beside those of rows.
        var tables = StoreNames(taken: ["_PRIMARYKEY", "_METADATA", "_MODELCACHE"])
        for entity in entities where entity.superentity == nil {
            entity.frozenStoreName = tables.name(for: entity.name ?? "")
        }
    }
}

extension String {
    fileprivate func isBefore(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}

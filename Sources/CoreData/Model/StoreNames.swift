/// Makes unique names of columns or tables, in capitals.
///
/// SQLite ignores case in names. Of the properties `Artist` and `artist` of one entity, the first
/// in the order of their bytes gets ARTIST, and the other ARTIST1, with a digit as in Apple's
/// stores. The order of declaration in the model has no effect, because it has none on a version
/// hash.
///
/// All entities of a hierarchy are in one table: properties of one name in two subentities are two
/// columns, too.
struct StoreNames {
    private var taken: Set<String>

    /// Starts with names that are reserved.
    init(taken: Set<String> = []) {
        self.taken = taken
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
    /// The property's name in a store, without the leading Z.
    ///
    /// The name in capitals, with a digit if another property of the entity has the same.
    final var storeName: String {
        frozenStoreName ?? name.uppercased()
    }

    /// The property itself; of a composite that stores keep, its elements.
    fileprivate final var parts: [NSPropertyDescription] {
        guard let composite = self as? NSCompositeAttributeDescription else { return [self] }
        return isTransient ? [] : composite.leaves
    }

    /// Whether the property has a column in its entity's table, or a table of pairs.
    ///
    /// `nil` for a property that stores do not keep.
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
    /// The name of a root entity's table in a store, without the leading Z.
    final var storeName: String {
        frozenStoreName ?? (name ?? "").uppercased()
    }

    /// Names the entity's own properties, after those of the entities before it in its hierarchy.
    fileprivate final func nameOwnProperties(
        _ columns: inout StoreNames, _ pairs: inout StoreNames
    ) {
        for property in ownProperties.flatMap(\.parts)
            .sorted(by: { $0.name.isBefore($1.name) })
        {
            guard let isColumn = property.isColumn else { continue }
            property.owner = self
            property.frozenStoreName =
                isColumn ? columns.name(for: property.name) : pairs.name(for: property.name)
        }
    }
}

extension NSManagedObjectModel {
    /// Names the tables of the root entities, and their columns.
    ///
    /// - Parameter entities: all entities of the model, in the order of their numbers: each
    ///   hierarchy together.
    final func nameTables(of entities: [NSEntityDescription]) {
        // Every store has these tables beside those of rows.
        var tables = StoreNames(taken: ["_PRIMARYKEY", "_METADATA", "_MODELCACHE"])
        for entity in entities where entity.superentity == nil {
            entity.frozenStoreName = tables.name(for: entity.name ?? "")
        }
        var columns = StoreNames()
        var pairs = StoreNames()
        for entity in entities {
            if entity.superentity == nil {
                // Every table of rows has these columns.
                columns = StoreNames(taken: ["_PK", "_ENT", "_OPT"])
                pairs = StoreNames()
            }
            entity.nameOwnProperties(&columns, &pairs)
        }
    }
}

extension String {
    fileprivate func isBefore(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}

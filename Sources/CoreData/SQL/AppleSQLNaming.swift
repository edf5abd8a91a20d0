/// The names that Apple's stores use, derived from a frozen model alone.
///
///     ZNOTE          the rows of Note and its subentities
///     ZTITLE         an attribute;  ZOWNER a to-one's key, also the source of the to-many inverse
///     Z_2TAGS        the pairs of Note.tags and Tag.notes, with Z_2NOTES and Z_3TAGS
package struct AppleSQLNaming: SQLNaming, Sendable {
    package init() {}

    package func table(for entity: NSEntityDescription) -> String {
        "Z" + entity.root.storeName
    }

    package func column(for property: NSPropertyDescription) -> String {
        "Z" + property.storeName
    }

    package func entityNumber(_ entity: NSEntityDescription) -> Int {
        entity.index + 1
    }

    package func toManySource(for relationship: NSRelationshipDescription) -> SQLToManySource {
        let destination = relationship.destinationEntity ?? relationship.entity
        let inverse = relationship.inverseRelationship
        if let inverse, !inverse.isToMany {
            return .foreignKey(table: table(for: destination), column: column(for: inverse))
        }
        let here = entityNumber(relationship.entity.root)
        let there = entityNumber(destination.root)
        let forward = relationship.storeName
        let backward = (inverse ?? relationship).storeName
        // The side with the lower entity, then the lower name, gives the table its name; without an
        // inverse there is one side: another relationship may have its name in the destination.
        let isNamed = inverse == nil || (here, forward) <= (there, backward)
        let name = isNamed ? "Z_\(here)\(forward)" : "Z_\(there)\(backward)"
        let isReflexive = here == there && forward == backward
        return .joinTable(
            name: name, sourceColumn: "Z_\(here)\(backward)",
            destinationColumn: isReflexive ? "REFLEXIVE" : "Z_\(there)\(forward)")
    }

    /// The column with the order of an ordered relationship's members; `nil` for any other one.
    ///
    /// It lies beside the inverse's key, as `Z_FOK_PLAYLIST`, or in the join table, as
    /// `Z_FOK_3TAGS`.
    package func orderColumn(for relationship: NSRelationshipDescription) -> String? {
        guard relationship.isToMany, relationship.isOrdered else { return nil }
        switch toManySource(for: relationship) {
        case .foreignKey:
            return "Z_FOK_" + (relationship.inverseRelationship?.storeName ?? "")
        case .joinTable(_, _, let destination):
            return "Z_FOK_" + destination.drop { $0 == "Z" || $0 == "_" }
        }
    }
}

import Foundation

/// Selects key and entity of a to-many's members.
struct MembersQuery {
    let text: String

    /// `nil` for a relationship that no store holds: a to-many without table and without inverse.
    init?(_ relationship: RelationshipLayout, model: ModelLayout) {
        let destination = model[relationship.destinationEntity]
        let table = SQLiteSchema.table(of: destination)
        if let join = JoinTable(relationship.description) {
            text = """
                SELECT t0.Z_PK, t0.Z_ENT FROM \(table) t0 JOIN \(join.name) j \
                ON j.\(join.destinationColumn) = t0.Z_PK WHERE j.\(join.sourceColumn) = ? \
                ORDER BY t0.Z_PK
                """
            return
        }
        guard let inverse = relationship.inverseName else { return nil }
        text = """
            SELECT t0.Z_PK, t0.Z_ENT FROM \(table) t0 WHERE t0.Z\(inverse.uppercased()) = ? \
            ORDER BY t0.Z_PK
            """
    }
}

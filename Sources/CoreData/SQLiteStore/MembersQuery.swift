import Foundation

/// Selects the members of a to-many, of one object or of many at once.
struct MembersQuery {
    /// Selects key and entity of one object's members; its key is the parameter.
    let text: String
    private let from: String
    /// The column with the owner's key, beside a member.
    private let owner: String
    /// By the order column of an ordered relationship, then by key.
    private let order: String

    /// `nil` for a relationship without columns: a to-many without join table and without inverse.
    init?(_ relationship: RelationshipLayout, model: ModelLayout) {
        let destination = model[relationship.destinationEntity]
        let table = SQLiteSchema.table(of: destination)
        let place = AppleSQLNaming().orderColumn(for: relationship.description)
        if let join = JoinTable(relationship.description) {
            from = "\(table) t0 JOIN \(join.name) j ON j.\(join.destinationColumn) = t0.Z_PK"
            owner = "j.\(join.sourceColumn)"
            order = (place.map { "j.\($0), " } ?? "") + "t0.Z_PK"
        } else {
            guard let inverse = relationship.description.inverseRelationship else { return nil }
            from = "\(table) t0"
            owner = "t0." + AppleSQLNaming().column(for: inverse)
            order = (place.map { "t0.\($0), " } ?? "") + "t0.Z_PK"
        }
        text = """
            SELECT t0.Z_PK, t0.Z_ENT FROM \(from) WHERE \(owner) = ? ORDER BY \(order)
            """
    }

    /// Selects entity and key of every owner, and of its members in their order.
    func wholeText(owners table: String) -> String {
        """
        SELECT o.Z_ENT, o.Z_PK, t0.Z_ENT, t0.Z_PK FROM \(from) \
        JOIN \(table) o ON o.Z_PK = \(owner) ORDER BY o.Z_PK, \(order)
        """
    }

    /// Selects members of many objects, whose keys are bound as one JSON array.
    ///
    /// Each row has the given columns and the owner's key; one owner's members come in the order of
    /// `text`.
    func batchText(_ columns: String) -> String {
        """
        SELECT \(columns), \(owner) FROM \(from) WHERE \(owner) IN \
        (SELECT value FROM json_each(?)) ORDER BY \(owner), \(order)
        """
    }
}

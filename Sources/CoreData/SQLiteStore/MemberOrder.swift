/// Writes the order of an ordered relationship's members; see `MemberPlaces`.
struct MemberOrder {
    private let connection: SQLiteConnection
    private let selectText: String
    private let updateText: String

    init(
        _ relationship: RelationshipLayout, _ model: ModelLayout, _ connection: SQLiteConnection
    ) {
        self.connection = connection
        let place = AppleSQLNaming().orderColumn(for: relationship.description)!
        if let join = JoinTable(relationship.description) {
            selectText = """
                SELECT \(join.destinationColumn), \(place) FROM \(join.name) \
                WHERE \(join.sourceColumn) = ? ORDER BY \(place), \(join.destinationColumn)
                """
            updateText = """
                UPDATE \(join.name) SET \(place) = ? \
                WHERE \(join.destinationColumn) = ? AND \(join.sourceColumn) = ?
                """
        } else {
            let table = SQLiteSchema.table(of: model[relationship.destinationEntity])
            let column = AppleSQLNaming().column(
                for: relationship.description.inverseRelationship!)
            selectText = """
                SELECT Z_PK, \(place) FROM \(table) WHERE \(column) = ? ORDER BY \(place), Z_PK
                """
            updateText = "UPDATE \(table) SET \(place) = ? WHERE Z_PK = ? AND \(column) = ?"
        }
    }

    /// Writes the numbers that changed; the references are already written.
    ///
    /// - Parameters:
    ///   - members: all of them in their order; `nil` if they were not read, and some were added.
    ///   - added: the members that come last if the others were not read.
    /// - Throws: `SQLiteError`.
    func write(of owner: ObjectKey, members: [ObjectKey]?, added: [ObjectKey]) throws {
        let changes = MemberPlaces.changes(
            stored: try places(of: owner), members: members, added: added)
        for (number, place) in changes {
            let statement = try connection.statement(updateText)
            statement.bind(place, at: 1)
            statement.bind(number, at: 2)
            statement.bind(owner.number, at: 3)
            try statement.run()
        }
    }

    private func places(of owner: ObjectKey) throws -> [(number: Int64, place: Int64?)] {
        let statement = try connection.statement(selectText)
        defer { statement.reset() }
        statement.bind(owner.number, at: 1)
        var places: [(number: Int64, place: Int64?)] = []
        while try statement.step() {
            places.append(
                (statement.integer(0), statement.isNull(1) ? nil : statement.integer(1)))
        }
        return places
    }
}

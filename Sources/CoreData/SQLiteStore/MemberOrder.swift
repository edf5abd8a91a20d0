/// Writes the places of an ordered relationship's members: numbers with gaps, so that most changes
/// of the order write a place or two.
///
///     members   A 1024   B 2048   C 3072          C goes to the front
///     then      C  512   A 1024   B 2048
struct MemberOrder {
    /// Ten times halving a gap leaves a place between two neighbours.
    private static let gap: Int64 = 1024

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
            let column = "Z" + (relationship.inverseName ?? "").uppercased()
            selectText = """
                SELECT Z_PK, \(place) FROM \(table) WHERE \(column) = ? ORDER BY \(place), Z_PK
                """
            updateText = "UPDATE \(table) SET \(place) = ? WHERE Z_PK = ? AND \(column) = ?"
        }
    }

    /// Writes the places that changed. The references themselves are written already.
    ///
    /// - Parameters:
    ///   - members: all of them in their order; `nil` when they were not read, and some were added.
    ///   - added: those that come last when the members were not read.
    /// - Throws: `SQLiteError`.
    func write(of owner: ObjectKey, members: [ObjectKey]?, added: [ObjectKey]) throws {
        let stored = try places(of: owner)
        var known: [Int64: Int64] = [:]
        for (number, place) in stored { known[number] = place }
        // A member that left and came back within one save is among the added: it has a place.
        let last = Set(added.map(\.number))
        let numbers =
            members?.map(\.number)
            ?? stored.map(\.number).filter { !last.contains($0) } + added.map(\.number)
        if members == nil { for number in last { known[number] = nil } }
        for (number, place) in Self.changes(numbers, known) {
            let statement = try connection.statement(updateText)
            statement.bind(place, at: 1)
            statement.bind(number, at: 2)
            statement.bind(owner.number, at: 3)
            try statement.run()
        }
    }

    /// The places to write so that they rise along the members.
    private static func changes(
        _ members: [Int64], _ known: [Int64: Int64]
    ) -> [(number: Int64, place: Int64)] {
        var changes: [(number: Int64, place: Int64)] = []
        var before: Int64 = 0
        for (index, number) in members.enumerated() {
            let after = index + 1 < members.count ? known[members[index + 1]] : nil
            if let place = known[number], place > before, after.map({ place < $0 }) ?? true {
                before = place
                continue
            }
            let isBetween = after.map { $0 > before + 1 } ?? false
            before = isBetween ? (before + after!) / 2 : before + gap
            changes.append((number, before))
        }
        return changes
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

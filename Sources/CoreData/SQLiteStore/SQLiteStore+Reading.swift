import Execution
import Foundation

// Reading of keys alone, of many objects at once, and of dictionaries.

extension SQLiteStore {
    func readKeys(_ plan: FetchPlan) throws -> [ObjectKey] {
        let query = try SelectQuery(plan, columns: "t0.Z_PK, t0.Z_ENT", store: self)
        return try reading("Fetching keys of \(plan.layout.entity.name ?? "")", plan.cancellation) {
            connection in
            let statement = try query.bind(on: connection)
            defer { statement.reset() }
            var keys: [ObjectKey] = []
            while try statement.step() {
                let entity = Int(statement.integer(1))
                guard entity > 0, entity <= model.count else { continue }
                keys.append(ObjectKey(store: number, entity: entity, number: statement.integer(0)))
            }
            execution.charge(.rowsStepped, keys.count)
            return keys
        }
    }

    func readDictionaries(
        _ plan: FetchPlan, _ dictionaries: DictionaryPlan
    ) throws -> [NSDictionary] {
        let query = try DictionaryQuery(plan, dictionaries, store: self)
        let name = plan.layout.entity.name ?? ""
        return try reading("Fetching dictionaries of \(name)", plan.cancellation) {
            let found = try query.read(on: $0, self)
            execution.charge(.rowsStepped, found.count)
            return found
        }
    }

    func readRows(_ keys: [ObjectKey], root: RowLayout) throws -> FetchedRows {
        let shape = shape(of: root, withSubentities: true)
        let text = """
            SELECT \(shape.columnList) FROM \(SQLiteSchema.table(of: root)) t0 \
            WHERE t0.Z_PK IN (SELECT value FROM json_each(?))
            """
        return try reading("Reading \(keys.count) of \(root.entity.name ?? "")") { connection in
            let statement = try connection.statement(text)
            defer { statement.reset() }
            statement.bind(Self.list(keys), at: 1)
            return try readRows(statement, shape)
        }
    }

    func readMembers(
        ofAll keys: [ObjectKey], relationship: RelationshipLayout
    ) throws -> FetchedRows.Members {
        guard entities.holdsDestination(of: relationship),
            let query = MembersQuery(relationship, model: model)
        else {
            return FetchedRows.Members(lists: keys.map { _ in [] })
        }
        let shape = shape(
            of: model[model[relationship.destinationEntity].rootNumber],
            withSubentities: true)
        let ownerColumn = shape.columnCount
        return try reading("Reading “\(relationship.name)” of \(keys.count)") { connection in
            let statement = try connection.statement(query.batchText(shape.columnList))
            defer { statement.reset() }
            statement.bind(Self.list(keys), at: 1)
            var members: [Int64: [ObjectKey]] = [:]
            let rows = try readRows(statement, shape) { key in
                members[statement.integer(ownerColumn), default: []].append(key)
            }
            return FetchedRows.Members(lists: keys.map { members[$0.number] ?? [] }, rows: [rows])
        }
    }

    /// The numbers of keys as one JSON array: one parameter for any count.
    static func list(_ keys: [ObjectKey]) -> String {
        var text = "["
        text.reserveCapacity(keys.count * 8)
        for key in keys {
            if text.utf8.count > 1 { text += "," }
            text += String(key.number)
        }
        return text + "]"
    }

    /// Reads rows; one that comes several times, once for each owner, is kept once.
    private func readRows(
        _ statement: SQLiteStatement, _ shape: FetchShape, _ note: (ObjectKey) -> Void
    ) throws -> FetchedRows {
        var reader = RowReader(self, shape)
        var known = Set<Int64>()
        var count = 0
        while try statement.step() {
            count += 1
            guard let key = reader.key(statement) else { continue }
            note(key)
            if known.insert(key.number).inserted { reader.read(statement, key) }
        }
        execution.charge(.rowsStepped, count)
        return reader.finish()
    }
}

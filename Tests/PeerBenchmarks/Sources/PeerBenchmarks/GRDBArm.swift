import GRDB

/// GRDB's records, as its documentation shows them: Codable for the row, persistable for writing.
final class GRDBArm: Arm {
    private let queue: DatabaseQueue
    private var nextKey: Int64 = 1
    private var updatedRecords: [Item] = []

    init(folder: String) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
            try database.execute(sql: "PRAGMA journal_size_limit = 32768")
        }
        queue = try DatabaseQueue(path: folder + "/grdb.sqlite", configuration: configuration)
        try queue.write { database in
            try database.create(table: "item") { table in
                table.primaryKey("id", .integer)
                for column in 0..<Sizes.columns { table.column("v\(column)", .integer) }
            }
        }
    }

    func insert() throws {
        try insert(Sizes.inserted)
    }

    func prepareFetch() throws {
        try insert(Sizes.fetched - Sizes.inserted)
    }

    func fetch() throws -> Int64 {
        try queue.read { database in
            try Item.fetchAll(database).reduce(0) { $0 &+ $1.sum }
        }
    }

    func find() throws -> Int64 {
        var sum: Int64 = 0
        for index in 0..<Sizes.found {
            sum &+= try queue.read { try Item.find($0, key: Self.key(ofFind: index)) }.sum
        }
        return sum
    }

    func prepareUpdate() throws {
        updatedRecords = try queue.read { database in
            try Item.filter(Column("id") <= Sizes.updated).fetchAll(database)
        }
    }

    func update() throws {
        try queue.write { database in
            for index in updatedRecords.indices {
                updatedRecords[index].v0 = Int64(-index)
                try updatedRecords[index].update(database, columns: ["v0"])
            }
        }
    }

    func delete() throws {
        try queue.write { database in
            for record in updatedRecords { try record.delete(database) }
        }
    }

    func saveOneByOne() throws {
        for _ in 0..<Sizes.saved { try insert(1) }
    }

    func fetchSorted() throws -> Int64 {
        try queue.read { database in
            try Item
                .filter(Column("v0") >= SortedRange.low && Column("v0") < SortedRange.high)
                .filter(Column("v1") > SortedRange.floor)
                .order(Column("v2").desc)
                .fetchAll(database).reduce(0) { $0 &+ $1.sum }
        }
    }

    /// As GRDB's documentation inserts many rows: one statement, prepared once.
    func insertBatch() throws {
        let first = nextKey
        nextKey += Int64(Sizes.batch)
        try queue.write { database in
            let marks = String(repeating: ", ?", count: Sizes.columns)
            let statement = try database.makeStatement(sql: "INSERT INTO item VALUES (?\(marks))")
            for key in first..<first + Int64(Sizes.batch) {
                let values = (0..<Sizes.columns).map { Self.value(row: Int(key), column: $0) }
                try statement.execute(arguments: StatementArguments([key] + values))
            }
        }
    }

    private func insert(_ count: Int) throws {
        let first = nextKey
        nextKey += Int64(count)
        try queue.write { database in
            for key in first..<first + Int64(count) {
                try Item(id: key) { Self.value(row: Int(key), column: $0) }.insert(database)
            }
        }
    }
}

private struct Item: FetchableRecord, PersistableRecord {
    static let databaseTableName = "item"

    var id: Int64
    var v0, v1, v2, v3, v4, v5, v6, v7, v8, v9: Int64

    init(id: Int64, value: (Int) -> Int64) {
        self.id = id
        v0 = value(0)
        v1 = value(1)
        v2 = value(2)
        v3 = value(3)
        v4 = value(4)
        v5 = value(5)
        v6 = value(6)
        v7 = value(7)
        v8 = value(8)
        v9 = value(9)
    }

    init(row: Row) {
        id = row[0]
        v0 = row[1]
        v1 = row[2]
        v2 = row[3]
        v3 = row[4]
        v4 = row[5]
        v5 = row[6]
        v6 = row[7]
        v7 = row[8]
        v8 = row[9]
        v9 = row[10]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["v0"] = v0
        container["v1"] = v1
        container["v2"] = v2
        container["v3"] = v3
        container["v4"] = v4
        container["v5"] = v5
        container["v6"] = v6
        container["v7"] = v7
        container["v8"] = v8
        container["v9"] = v9
    }

    var sum: Int64 { v0 &+ v1 &+ v2 &+ v3 &+ v4 &+ v5 &+ v6 &+ v7 &+ v8 &+ v9 }
}

/// Inserts the rows of new objects in their order, several rows of one entity a statement.
struct RowInsertion {
    private let store: SQLiteStore
    private let connection: SQLiteConnection

    init(_ store: SQLiteStore, _ connection: SQLiteConnection) {
        self.store = store
        self.connection = connection
    }

    /// - Throws: `SQLiteError`.
    func run(_ objects: [NSManagedObject]) throws {
        var first = 0
        while first < objects.count {
            let layout = objects[first].layout
            var end = first + 1
            while end < objects.count, objects[end].layout === layout { end += 1 }
            try insert(objects[first..<end], layout)
            first = end
        }
    }

    private func insert(_ objects: ArraySlice<NSManagedObject>, _ layout: RowLayout) throws {
        var rest = objects
        for (rows, text) in store.rowTexts[layout.number - 1].insertions where rest.count >= rows {
            let statement = try connection.statement(text)
            while rest.count >= rows {
                try insert(rest.prefix(rows), layout, statement)
                rest = rest.dropFirst(rows)
            }
        }
    }

    private func insert(
        _ objects: ArraySlice<NSManagedObject>, _ layout: RowLayout, _ statement: SQLiteStatement
    ) throws {
        var index: Int32 = 1
        let entity = Int64(layout.number)
        layout.storedPlaces.withUnsafeBufferPointer { places in
            for object in objects {
                let row = object.row!
                statement.bind(row.key.number, at: index)
                statement.bind(entity, at: index + 1)
                statement.bind(1 as Int64, at: index + 2)
                index += 3
                for place in places { statement.bind(place, of: row, at: &index) }
            }
        }
        try statement.run()
    }
}

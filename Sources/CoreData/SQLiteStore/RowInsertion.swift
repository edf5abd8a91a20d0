/// Inserts the rows of new objects, several rows a statement.
///
/// The entities follow each other in the order in which they come, and an entity's rows keep their
/// order: an import makes objects of several entities by turns, and a statement for each turn would
/// begin, look for the end of the table and of its indexes, and end for a single row.
struct RowInsertion {
    private let store: SQLiteStore
    private let connection: SQLiteConnection

    init(_ store: SQLiteStore, _ connection: SQLiteConnection) {
        self.store = store
        self.connection = connection
    }

    /// - Throws: `SQLiteError`.
    func run(_ objects: [NSManagedObject]) throws {
        for objects in byEntity(objects) { try insert(objects[...], objects[0].layout) }
    }

    private func byEntity(_ objects: [NSManagedObject]) -> [[NSManagedObject]] {
        guard let first = objects.first?.layout.number else { return [] }
        guard objects.anyUnretained({ $0.withLayout { $0.number } != first }) else {
            return [objects]
        }
        var groups: [[NSManagedObject]] = []
        var places = [Int?](repeating: nil, count: store.rowTexts.count)
        objects.forEachUnretained { object in
            let entity = object.withLayout { $0.number } - 1
            if let place = places[entity] {
                groups[place].append(object)
            } else {
                places[entity] = groups.count
                groups.append([object])
            }
        }
        return groups
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
            objects.withUnsafeBufferPointer { objects in
                objects.forEachUnretained { object in
                    let row = object.row!
                    statement.bind(row.key.number, at: index)
                    statement.bind(entity, at: index + 1)
                    statement.bind(1 as Int64, at: index + 2)
                    index += 3
                    for place in places { statement.bind(place, of: row, at: &index) }
                }
            }
        }
        try statement.run()
    }
}

import Execution
import Foundation

/// Writes the rows of one batch insertion, some hundred at a time.
struct BatchInsertion {
    /// How many rows get their keys together.
    ///
    /// Few enough to stay in the processor's caches, enough to make updates of `Z_PRIMARYKEY` rare.
    private static let chunkSize = 256

    private let request: NSBatchInsertRequest
    private let layout: RowLayout
    private let context: NSManagedObjectContext
    private let writer: BatchWriter

    init(
        _ request: NSBatchInsertRequest, _ layout: RowLayout, _ context: NSManagedObjectContext,
        _ writer: BatchWriter
    ) {
        self.request = request
        self.layout = layout
        self.context = context
        self.writer = writer
    }

    /// - Returns: the keys of the new rows, in order.
    /// - Throws: `SQLiteError`; 134070 for an abstract entity, for a key that is not an attribute,
    ///   and for a value that is not of its attribute's type.
    func run() throws -> [ObjectKey] {
        if layout.entity.isAbstract {
            throw CoreDataError.batch(
                "“\(layout.entity.name ?? "")” is abstract", "Insert one of its subentities")
        }
        if let handler = request.managedObjectHandler { return try runObjects(handler) }
        if let handler = request.dictionaryHandler { return try runDictionaries(handler) }
        var dictionaries = (request.objectsToInsert ?? []).makeIterator()
        return try runRows { row in
            guard let next = dictionaries.next() else { return false }
            try fill(row, with: next)
            return true
        }
    }

    /// Lets the handler fill one dictionary after the other.
    private func runDictionaries(
        _ handler: (NSMutableDictionary) -> Bool
    ) throws -> [ObjectKey] {
        var dictionary = BatchDictionary(layout)
        return try runRows { row in
            // One that the handler has kept stays as it was filled.
            if isKnownUniquelyReferenced(&dictionary) {
                dictionary.empty()
            } else {
                dictionary = BatchDictionary(layout)
            }
            if handler(dictionary) { return false }
            try fill(row, with: dictionary)
            return true
        }
    }

    /// Calls `next` for one row after the other until it returns false, and writes the rows.
    private func runRows(_ next: (Row) throws -> Bool) throws -> [ObjectKey] {
        var keys: [ObjectKey] = []
        var isDone = false
        while !isDone {
            var allocator = RowAllocator(layout: layout)
            var chunk = FetchedRows()
            while chunk.count < Self.chunkSize {
                let row = allocator.makeRow(key: .none)
                guard try next(row) else {
                    isDone = true
                    break
                }
                chunk.append(row, in: row.slab)
            }
            keys += try write(chunk)
        }
        return keys
    }

    private func write(_ chunk: FetchedRows) throws -> [ObjectKey] {
        guard chunk.count > 0 else { return [] }
        let keys = try KeyAllocator(store: writer.store, writer.connection)
            .keys(for: Array(repeating: layout, count: chunk.count))
        let statement = try writer.connection.statement(insertText)
        defer { statement.reset() }
        let columns = writer.history.map { _ in
            writer.shape(of: keys[0]).columns(
                named: replacedSlots.map(\.propertyName))
        }
        var written: [ObjectKey] = []
        var next = 0
        try chunk.readAll { row in
            statement.bind(keys[next].number, at: 1)
            statement.bind(Int64(layout.number), at: 2)
            statement.bind(1 as Int64, at: 3)
            var index: Int32 = 4
            // The statement points into the row until it is reset.
            for place in layout.storedPlaces { statement.bind(place, of: row, at: &index) }
            if layout.constraints.isEmpty {
                try statement.run()
                written.append(keys[next])
                try writer.history?.insert(keys[next])
            } else if try statement.step() {
                let key = ObjectKey(
                    store: writer.store.number, entity: Int(statement.integer(1)),
                    number: statement.integer(0))
                written.append(key)
                if key == keys[next] {
                    try writer.history?.insert(key)
                } else {
                    // The row was there before, under another key.
                    try writer.history?.update(key, columns ?? [])
                }
            }
            statement.reset()
            next += 1
        }
        return written
    }

    /// What an insertion replaces in a row that is there.
    ///
    /// Not to-ones, which batch insertions do not set, nor what triggers derive.
    private var replacedSlots: [Slot] {
        layout.storedSlots.filter { $0.kind != .toOne && !$0.isDerived }
    }

    /// The statement that inserts a row, or settles a conflict of unique values at once.
    ///
    /// Policies in which objects trump update the row that has the values, with a new version; all
    /// others leave it unchanged. The statement returns the written row.
    private var insertText: String {
        let text = writer.store.insertText(layout)
        guard !layout.constraints.isEmpty else { return text }
        let policy = (context.mergePolicy as? NSMergePolicy)?.mergeType ?? .errorMergePolicyType
        let assignment: (String) -> String
        switch policy {
        case .mergeByPropertyObjectTrumpMergePolicyType:
            assignment = { "\($0) = coalesce(excluded.\($0), \($0))" }
        case .overwriteMergePolicyType: assignment = { "\($0) = excluded.\($0)" }
        default: return text + " ON CONFLICT DO NOTHING RETURNING Z_PK, Z_ENT"
        }
        let sets = ["Z_OPT = Z_OPT + 1"] + replacedSlots.map { assignment($0.column) }
        let update = sets.joined(separator: ", ")
        let clauses = layout.constraints.map { constraint in
            let target = constraint.slots.map(\.column).joined(separator: ", ")
            return " ON CONFLICT (\(target)) DO UPDATE SET \(update)"
        }
        return text + clauses.joined() + " RETURNING Z_PK, Z_ENT"
    }

    /// Fills a row from the handler's dictionary.
    ///
    /// One with keys that are no text counts as empty.
    private func fill(_ row: Row, with values: BatchDictionary) throws {
        row.setDefaults(of: layout)
        if values.hasOthers {
            if let named = values.named { throw refusal(of: named, row) }
            return
        }
        if !values.forEachSlot({ set($1, at: $0, in: row) }) {
            throw refusal(of: values.named ?? [:], row)
        }
    }

    private func fill(_ row: Row, with values: [String: Any]) throws {
        row.setDefaults(of: layout)
        for (name, value) in values where !set(value, forKey: name, in: row) {
            throw refusal(of: values, row)
        }
    }

    /// - Returns: `false` if the entity has no such attribute, or the value is not of its type.
    private func set(_ value: Any, forKey name: String, in row: Row) -> Bool {
        guard case .slot(let index) = layout.property(named: name) else { return false }
        return set(value, at: index, in: row)
    }

    /// - Returns: `false` for a to-one, or if the value is not of the attribute's type.
    @inline(__always)
    private func set(_ value: Any, at index: Int, in row: Row) -> Bool {
        if row.setPlain(value, at: layout.places[index]) { return true }
        let slot = layout.slots[index]
        return slot.kind != .toOne && row.setIfFitting(value, of: slot)
    }

    /// The error about the first attribute whose value does not fit, or else the first wrong name.
    ///
    /// In the order of the model and of the names, because a dictionary has none.
    private func refusal(of values: [String: Any], _ row: Row) -> any Error {
        for slot in layout.slots {
            guard let attribute = slot.property as? NSAttributeDescription,
                let value = values[slot.name], !row.setIfFitting(value, of: slot)
            else { continue }
            return CoreDataError.batchValue(value, of: attribute)
        }
        let unknown = values.keys.sorted().first { name in
            guard case .slot(let index) = layout.property(named: name) else { return true }
            return layout.slots[index].kind == .toOne
        }
        return CoreDataError.batch(
            "\(layout.entity.name ?? "") has no attribute “\(unknown ?? "")”",
            "A batch insertion sets attributes only")
    }

    /// Lets the handler fill objects of a context that is never saved, and copies their rows.
    private func runObjects(_ handler: (NSManagedObject) -> Bool) throws -> [ObjectKey] {
        let scratch = Executions.$current.withValue(context.execution) {
            NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        }
        scratch.name = "a batch insertion"
        scratch.persistentStoreCoordinator = context.persistentStoreCoordinator
        return try scratch.performAndWait {
            var made = 0
            return try runRows { row in
                // Release the objects of a chunk together, which is cheaper than one by one.
                if made % Self.chunkSize == 0 { scratch.reset() }
                made += 1
                let object = scratch.makeObject(layout)
                scratch.insertNew(object)
                if handler(object) { return false }
                guard let own = object.row else { return true }
                for slot in layout.slots where slot.kind != .toOne {
                    row.copySlot(slot, from: own)
                }
                return true
            }
        }
    }
}

extension SQLBinding {
    /// The value of an attribute's slot, in the form of its column.
    init(_ slot: Slot, of row: Row) {
        guard !row.isNull(slot.index) else {
            self = .null
            return
        }
        let word = row.words[slot.offset]
        switch slot.kind {
        case .integer16, .integer32, .integer64, .boolean:
            self = .integer(Int64(bitPattern: word))
        case .double, .float, .date: self = .double(Double(bitPattern: word))
        case .string, .decimal, .uri:
            let bytes = row.bytes(at: slot.offset, slot: slot.index)!
            self = .text(String(decoding: bytes, as: UTF8.self))
        case .binary, .uuid, .transformable:
            self =
                row.bytes(at: slot.offset, slot: slot.index).map { .blob(Data($0)) } ?? .null
        case .toOne: self = .integer(ObjectKey(bits: word).number)
        }
    }
}

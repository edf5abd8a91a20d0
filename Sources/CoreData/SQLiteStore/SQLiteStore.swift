import Execution
import Foundation
import Synchronization

/// A store in a SQLite file, in the layout of Apple's stores.
final class SQLiteStore: NSPersistentStore, RowStore, @unchecked Sendable {
    let model: ModelLayout
    let entities: HeldEntities
    let cache: RowCache
    let settings: SQLiteStoreOptions
    let execution: any Execution
    /// The files of values that are too large for rows.
    let files: ExternalFiles
    private(set) var pool: ConnectionPool!
    /// `nil` if the store does not track history; written only while the store opens.
    var history: StoreHistory?
    /// `nil` if the store announces no writes.
    private(set) var remoteChanges: RemoteChangeListener?
    /// By entity, then by entity with its subentities; written only while the store opens.
    private var ownShapes: [FetchShape] = []
    private var familyShapes: [FetchShape] = []
    /// Whether a context has ever pinned a state of the store.
    let hasSnapshots = Atomic<Bool>(false)
    let rowTexts: [RowTexts]
    /// The join tables of each entity's relationships, in their order; `nil` for one without.
    let joins: [[JoinTable?]]
    /// The join tables that each entity's objects are in by relationships without an inverse.
    let oneWayJoins: [[JoinTable]]

    /// Opens or creates the file.
    ///
    /// - Throws: Cocoa errors with SQLite's code and text; 134100 if the file was written with
    ///   another model.
    init(_ place: StorePlace) throws {
        let url = try place.requiredURL()
        model = place.coordinator.model
        entities = place.entities
        holdsAll = entities.isComplete
        cache = RowCache(entityCount: model.count)
        settings = SQLiteStoreOptions(url: url, options: place.options)
        execution = place.coordinator.execution
        files = ExternalFiles(settings, execution: execution)
        rowTexts = model.all.map(RowTexts.init)
        joins = model.all.map { $0.relationships.map { JoinTable($0.description) } }
        oneWayJoins = model.all.map(entities.oneWayTables)
        super.init(
            persistentStoreCoordinator: place.coordinator, configurationName: place.configuration,
            at: url, options: place.options)
        number = place.number
        ownShapes = model.all.map { FetchShape([$0], files) }
        familyShapes = model.all.map { FetchShape(entities.family(of: $0), files) }
        do {
            try settings.checkEvidence()
            pool = try ConnectionPool(settings, files, execution: execution)
            try pool.write { try StoreOpening(self, $0).run(execution) }
            if settings.postsRemoteChanges {
                let listener = RemoteChangeListener(self)
                RemoteChangeBoard.shared.add(listener)
                remoteChanges = listener
            }
        } catch let error as SQLiteError {
            pool?.close()
            throw error.cocoaError("Opening the store at \(url.path)")
        } catch {
            pool?.close()
            throw error
        }
    }

    override var type: String { NSSQLiteStoreType }

    override func willRemove(from coordinator: NSPersistentStoreCoordinator?) {
        if let remoteChanges { RemoteChangeBoard.shared.remove(remoteChanges) }
        // No request reaches the store of a coordinator that has ended.
        if coordinator == nil { pool.closeUnused() } else { pool.close() }
    }

    let holdsAll: Bool

    func holds(_ layout: RowLayout) -> Bool { entities.contains(layout) }

    /// Opens the file at the URL that it was moved to.
    func move(to url: URL) throws {
        do {
            try SQLiteFile.requireFile(url)
            try StoreEvidence(url.path).check()
            try pool.reopen(at: url) { connection in
                guard try connection.readMetadata(url.path).identifier == identifier else {
                    throw CoreDataError.cannotOpen(url.path, "the file holds another store")
                }
                if files.hasTriggers.load(ordering: .relaxed) {
                    try installTriggers(on: connection)
                }
            }
            self.url = url
            remoteChanges?.follow(url.path)
        } catch let error as SQLiteError {
            throw error.cocoaError("Opening the store at \(url.path)")
        }
    }

    /// Makes the connection that writes tell which rows name which files.
    func installTriggers(on connection: SQLiteConnection) throws {
        for statement in ExternalTriggers(columns: entities.externalColumns).statements {
            try connection.execute(statement)
        }
        files.hasTriggers.store(true, ordering: .relaxed)
    }

    func readContents() throws -> StoreContents {
        try reading("Reading the store at \(settings.path)") {
            try SQLiteContents(self, $0).read()
        }
    }

    func adopt(_ contents: StoreContents) throws {
        do {
            try pool.write { try SQLiteContents(self, $0).write(contents) }
        } catch let error as SQLiteError {
            throw error.cocoaError("Filling the store at \(settings.path)")
        }
        identifier = contents.identifier
        adoptMetadata(contents.metadata)
    }

    func shape(of layout: RowLayout, withSubentities: Bool) -> FetchShape {
        withSubentities ? familyShapes[layout.number - 1] : ownShapes[layout.number - 1]
    }

    /// The number of entities whose rows lie in the table of a layout.
    func tableFamilyCount(_ layout: RowLayout) -> Int {
        model.all.lazy.filter { $0.rootNumber == layout.rootNumber }.count
    }

    // MARK: Reading

    func fetchRows(_ plan: FetchPlan) throws -> FetchedRows {
        let shape = shape(of: plan.layout, withSubentities: plan.family.count > 1)
        let query = try SelectQuery(plan, columns: shape.columnList, store: self)
        return try reading("Fetching \(plan.layout.entity.name ?? "")", plan.cancellation) {
            connection in
            let statement = try query.bind(on: connection)
            defer { statement.reset() }
            return try readRows(statement, shape)
        }
    }

    func countRows(_ plan: FetchPlan) throws -> Int {
        let query = try SelectQuery(plan, columns: nil, store: self)
        return try reading("Counting \(plan.layout.entity.name ?? "")", plan.cancellation) {
            connection in
            let statement = try query.bind(on: connection)
            defer { statement.reset() }
            defer { execution.charge(.rowsStepped, 1) }
            return try statement.step() ? Int(statement.integer(0)) : 0
        }
    }

    func row(_ key: ObjectKey, layout: RowLayout) throws -> Row? {
        // The cache has the newest row, which a pinned context must not see.
        let isPinned = boundSnapshot != nil
        if !isPinned, let row = cache.retainedRow(key, root: layout.rootNumber) { return row }
        execution.charge(.faultsRead, 1)
        return try reading("Reading one \(layout.entity.name ?? "")") { connection in
            try readRow(key, layout: layout, on: connection, isNewest: !isPinned)
        }
    }

    /// Reads one row past the cache and enters it, if it is the newest.
    ///
    /// Its slab is retained for the caller.
    func readRow(
        _ key: ObjectKey, layout: RowLayout, on connection: SQLiteConnection,
        isNewest: Bool = true
    ) throws -> Row? {
        let root = model[layout.rootNumber]
        let shape = shape(of: root, withSubentities: true)
        let statement = try connection.statement(shape.selectByKey)
        defer { statement.reset() }
        statement.bind(key.number, at: 1)
        let reading = RowCache.Reading(cache)
        guard try statement.step() else { return nil }
        // As in `readRows`: the view is fixed, and the cache does not have the row yet.
        execution.interaction()
        execution.charge(.rowsStepped, 1)
        let entity = Int(statement.integer(1))
        guard entity > 0, entity <= model.count else { return nil }
        let found = ObjectKey(store: number, entity: entity, number: statement.integer(0))
        let slab = RowSlab(layout: model[entity], capacity: 1)
        let row = slab.appendRow(key: found)
        row.version = statement.integer(2)
        shape.read(statement, into: row, of: slab, entity: entity, store: number)
        if isNewest { cache.enterFetched(slab, by: reading) }
        row.retainSlab()
        return row
    }

    func expireRow(_ key: ObjectKey, root: Int, after age: Duration) {
        cache.expire(key, root: root, after: age, on: execution)
    }

    func forgetRow(_ key: ObjectKey, root: Int) {
        cache.forget(key, root: root)
    }

    func members(
        of key: ObjectKey, layout: RowLayout, relationship: RelationshipLayout
    ) throws -> [ObjectKey] {
        guard entities.holdsDestination(of: relationship),
            let query = MembersQuery(relationship, model: model)
        else { return [] }
        execution.charge(.faultsRead, 1)
        return try reading("Reading “\(relationship.name)”") { connection in
            let statement = try connection.statement(query.text)
            defer { statement.reset() }
            statement.bind(key.number, at: 1)
            var keys: [ObjectKey] = []
            while try statement.step() {
                keys.append(
                    ObjectKey(
                        store: number, entity: Int(statement.integer(1)),
                        number: statement.integer(0)))
            }
            execution.charge(.rowsStepped, keys.count)
            return keys
        }
    }

    func fetchKeys(_ plan: FetchPlan) throws -> [ObjectKey] {
        try readKeys(plan)
    }

    func fetchDictionaries(
        _ plan: FetchPlan, _ dictionaries: DictionaryPlan
    ) throws -> [NSDictionary] {
        try readDictionaries(plan, dictionaries)
    }

    func rows(_ keys: [ObjectKey], root: RowLayout) throws -> FetchedRows {
        try readRows(keys, root: root)
    }

    func members(
        ofAll keys: [ObjectKey], relationship: RelationshipLayout
    ) throws -> FetchedRows.Members {
        try readMembers(ofAll: keys, relationship: relationship)
    }

    /// Reads the rows that a statement selects, and enters them into the cache.
    func readRows(_ statement: SQLiteStatement, _ shape: FetchShape) throws -> FetchedRows {
        var reader = RowReader(self, shape)
        var count = 0
        while try statement.step() {
            // The first step fixes the view; others may commit before the cache has the rows.
            if count == 0 { execution.interaction() }
            count += 1
            if let key = reader.key(statement) { reader.read(statement, key) }
        }
        execution.charge(.rowsStepped, count)
        return reader.finish()
    }

    func reading<T>(
        _ what: @autoclosure () -> String, _ cancellation: FetchCancellation? = nil,
        _ body: (SQLiteConnection) throws -> T
    ) throws -> T {
        do {
            guard let cancellation else { return try withReader(body) }
            return try withReader { connection in
                try cancellation.run(interrupt: connection.interrupter) { try body(connection) }
            }
        } catch let error as SQLiteError {
            throw error.cocoaError(what())
        }
    }

    /// Runs `body` with a connection that sees the state that the running request reads.
    private func withReader<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        if let snapshot = boundSnapshot { return try snapshot.read(body) }
        return try pool.read(body)
    }

    // MARK: Writing

    func save(
        _ changes: ChangeSet, of context: NSManagedObjectContext,
        beforeCommit: (() throws -> Void)?
    ) throws {
        do {
            let transaction = SaveTransaction(self, context, changes)
            let saved = try pool.commit { connection in
                try connection.requireInPlace()
                return try transaction.run(on: connection, beforeCommit)
            }
            saved.publish()
            announceWrite(saved.transaction)
        } catch let error as SQLiteError {
            throw error.cocoaError("Saving to \(url?.path ?? settings.path)")
        }
    }

    func holdingWriter(_ body: () throws -> Void) throws {
        do {
            try pool.holdingWriter(body)
        } catch let error as SQLiteError {
            throw error.cocoaError("Saving to \(url?.path ?? settings.path)")
        }
    }

    /// Announces a committed write to the coordinators that want to hear of it.
    ///
    /// - Parameter number: the transaction's number in the history; `nil` if it has none.
    func announceWrite(_ number: Int64?) {
        guard let remoteChanges else { return }
        RemoteChangeBoard.shared.post(from: remoteChanges, transaction: number)
    }

    func reserveKeys(for layouts: [RowLayout]) throws -> [ObjectKey] {
        do {
            return try pool.write { connection in
                try connection.requireInPlace()
                return try connection.transaction("IMMEDIATE") {
                    try KeyAllocator(store: self, connection).keys(for: layouts)
                }
            }
        } catch let error as SQLiteError {
            throw error.cocoaError("Reserving keys in \(settings.path)")
        }
    }
}

import Execution
import Foundation

/// Creates the tables of a new file, or checks that this model has written an existing one.
struct StoreOpening {
    private let store: SQLiteStore
    private let connection: SQLiteConnection

    init(_ store: SQLiteStore, _ connection: SQLiteConnection) {
        self.store = store
        self.connection = connection
    }

    /// - Throws: `SQLiteError`; 134100 if the model is not the store's; 134080 for a file that is
    ///   not a store.
    func run(_ execution: any Execution) throws {
        if !columns.isEmpty { try store.files.follow(connection) }
        let isMade = try isNew() && make(execution)
        if !isMade {
            // Check before any write: a refused file stays as it is, byte for byte.
            try check()
            if !store.settings.isReadOnly {
                try connection.setJournalMode(store.settings.journalMode)
                for statement in store.settings.upkeep { try connection.execute(statement) }
            }
        }
        try openHistory()
        try openFiles()
    }

    /// Whether the database has no tables, at one moment: others may be making them.
    ///
    /// - Throws: 259 for a damaged one that lists none.
    private func isNew() throws -> Bool {
        try connection.transaction("DEFERRED") {
            guard try isEmpty() else { return false }
            try requireUnused()
            return true
        }
    }

    private func make(_ execution: any Execution) throws -> Bool {
        guard !store.settings.isReadOnly else {
            throw CoreDataError.cannotOpen(
                store.settings.path, "the file is empty, and the store is read-only")
        }
        try connection.prepareNewFile()
        try connection.setJournalMode(store.settings.journalMode)
        return try create(execution)
    }

    /// The columns whose values may lie in files.
    private var columns: [(table: String, column: String)] { store.entities.externalColumns }

    /// Makes the folder of large values, and removes what no row names.
    private func openFiles() throws {
        guard !store.settings.isReadOnly, store.files.folder != nil else { return }
        if !columns.isEmpty {
            try store.files.makeFolder()
            try store.installTriggers(on: connection)
        }
        try ExternalSweep(files: store.files, connection: connection, columns: columns).run()
    }

    /// Marks the values of a store of this framework from the time when all of them lay in rows.
    private func markValues(_ metadata: [String: Any], _ path: String) throws {
        guard !columns.isEmpty, !StoreMetadata.marksExternalData(metadata) else { return }
        guard !store.settings.isReadOnly else {
            throw CoreDataError.cannotOpen(
                path, "its large values have no marks yet; open it for writing once")
        }
        var next = metadata
        StoreMetadata.describe(
            store.entities.layouts.map(\.entity), store.model.model, in: &next)
        try store.files.makeFolder()
        try connection.transaction("EXCLUSIVE") {
            for (table, column) in columns {
                try connection.execute(
                    "UPDATE \(table) SET \(column) = coredata_outside(\(column))")
            }
            try connection.writeMetadata(store.identifier, next)
        }
        store.adoptMetadata(next)
    }

    /// Makes the tables of history for a store that tracks it, and locks one that would miss saves.
    ///
    /// A save without the option would be missing in the history that others read, and their tokens
    /// would lead past it. Such a store is read-only, as Apple's, until it is opened with the
    /// option again or all its history was deleted.
    private func openHistory() throws {
        guard store.settings.tracksHistory else {
            if !store.isReadOnly, try HistorySchema.hasHistory(connection) {
                store.isReadOnly = true
            }
            return
        }
        let history = StoreHistory(store.model)
        if !store.settings.isReadOnly {
            try HistorySchema.install(connection, tombstones: history.tombstoneCount)
        }
        if try connection.hasTable("ATRANSACTION") { store.history = history }
    }

    /// Refuses a database that lists no table, yet has many pages in use.
    ///
    /// Its first page is damaged, and new tables would overwrite the pages of the old ones. Pages
    /// of dropped tables do not count: they are on the free list. Besides the first page, one page
    /// in a hundred at most maps pages to their parents, for the incremental vacuum.
    private func requireUnused() throws {
        let pages = try connection.scalar("PRAGMA page_count") ?? 0
        let free = try connection.scalar("PRAGMA freelist_count") ?? 0
        guard pages - free > 2 + pages / 100 else { return }
        throw CoreDataError.corruptFile(
            store.settings.path, "it lists no table, and \(pages - free) of its pages are in use")
    }

    private func isEmpty() throws -> Bool {
        try connection.scalar("SELECT count(*) FROM sqlite_master") ?? 0 == 0
    }

    /// Makes the tables; returns `false` where another process or coordinator has made them
    /// meanwhile.
    private func create(_ execution: any Execution) throws -> Bool {
        store.identifier = execution.randomIdentifier()
        var metadata = StoreMetadata.make(
            type: NSSQLiteStoreType, identifier: store.identifier,
            entities: store.entities.layouts.map(\.entity), model: store.model.model)
        metadata["_NSAutoVacuumLevel"] = "2"
        let isMade = try connection.transaction("EXCLUSIVE") {
            guard try isEmpty() else { return false }
            for statement in try SQLiteSchema(store.entities).createStatements {
                try connection.execute(statement)
            }
            try connection.writeMetadata(store.identifier, metadata)
            try connection.writeModel(store.model)
            return true
        }
        if isMade { store.adoptMetadata(metadata) }
        return isMade
    }

    private func check() throws {
        let path = store.settings.path
        let (identifier, metadata) = try connection.readMetadata(path)
        store.identifier = identifier
        store.adoptMetadata(metadata)
        try SQLiteSchema(store.entities).checkIndexes()
        if StoreMetadata.isFromLaterCore(metadata) { throw CoreDataError.laterStore(path) }
        if StoreMetadata.hashes(in: metadata) == store.entities.versionHashes {
            // Entities are numbered over the whole model: one that another configuration got or
            // lost moves the numbers of these.
            if try SQLiteSchema(store.entities).numbersFit(connection) {
                return try markValues(metadata, path)
            }
            let asked = [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: true,
            ]
            return try migrate(metadata, path, (store.options ?? [:]).merging(asked) { $1 })
        }
        // Apple's hashes differ from ours, so the tables decide about a store of Apple's.
        let isForeign = StoreMetadata.isForeign(metadata)
        if isForeign, try SQLiteSchema(store.entities).fits(connection) { return }
        try migrate(metadata, path, store.options ?? [:])
    }

    /// Whether the store has the model's version and numbers now: another process may have migrated
    /// it.
    private func isCurrent(_ path: String) throws -> Bool {
        let (_, metadata) = try connection.readMetadata(path)
        return try StoreMetadata.hashes(in: metadata) == store.entities.versionHashes
            && SQLiteSchema(store.entities).numbersFit(connection)
    }

    /// Converts a store of another version of the model to this version.
    private func migrate(
        _ metadata: [String: Any], _ path: String, _ options: [AnyHashable: Any]
    ) throws {
        let planner = MigrationPlanner(path: path, options: options, destination: store.entities)
        let plan = try planner.plan(metadata, archive: connection.readModel()) { version in
            guard try SQLiteSchema(version).fits(connection) else { return nil }
            return try SchemaDoubts(version, connection).count()
        }
        var next = metadata
        StoreMetadata.describe(
            store.entities.layouts.map(\.entity), store.model.model, in: &next)
        if !plan.source.externalColumns.isEmpty { try store.files.follow(connection) }
        if !columns.isEmpty { try store.files.makeFolder() }
        let areMarked = StoreMetadata.marksExternalData(metadata)
        do {
            try connection.transaction("EXCLUSIVE") {
                // Another process may have done it meanwhile.
                if try isCurrent(path) { return }
                try SQLiteMigration(
                    connection, plan, to: store.entities, path: path, areMarked: areMarked
                ).run()
                try HistoryMigration(store, connection, plan.mapping).run()
                try connection.writeMetadata(store.identifier, next)
                try connection.writeModel(store.model)
            }
        } catch let error as SQLiteError where error.isConstraintViolation {
            throw CoreDataError.migrationViolatesConstraint(
                path, error.cocoaError("Migrating the store at \(path)"))
        }
        store.adoptMetadata(next)
    }
}

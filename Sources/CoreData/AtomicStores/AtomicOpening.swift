import Foundation

/// Checks that an atomic store's file fits the model, and migrates one of an earlier version.
struct AtomicOpening {
    private let store: AtomicStore
    private let url: URL

    init(_ store: AtomicStore, _ url: URL) {
        self.store = store
        self.url = url
    }

    /// The contents in this version's form, which the file has, too, when the call returns.
    ///
    /// - Throws: 134010 for a store of another type, 134100 for one of a later core, a migration's
    ///   errors (134110 if it would lose a value), and errors of writing the migrated file; the
    ///   file is then as it was.
    func checked(_ contents: StoreContents) throws -> StoreContents {
        let path = url.path
        guard contents.metadata[NSStoreTypeKey] as? String == store.type else {
            throw CoreDataError.typeMismatch(path, store.type)
        }
        if StoreMetadata.isFromLaterCore(contents.metadata) {
            throw CoreDataError.laterStore(path)
        }
        let hashes = StoreMetadata.hashes(in: contents.metadata)
        if hashes == store.entities.versionHashes { return contents }
        let planner = MigrationPlanner(
            path: path, options: store.options ?? [:], destination: store.entities)
        let plan = try planner.plan(contents.metadata, archive: contents.model) { _ in nil }
        let migrated = try ContentsMigration(plan, to: store.entities).migrated(contents)
        if let loss = ContentsLoss(plan.mapping, store.entities).first(from: contents, to: migrated)
        {
            throw CoreDataError.migrationWouldLose(path, loss)
        }
        if let format = store.format {
            try AtomicFile(url: url, format: format).write(migrated)
        }
        return migrated
    }
}

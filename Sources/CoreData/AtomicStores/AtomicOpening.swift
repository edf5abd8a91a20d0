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
    /// - Parameter load: takes them before they are written, and says whether they fit the model.
    /// - Throws: 134010 for a store of another type, 134100 for one of a later core, 259 for a file
    ///   that does not fit its own model, a migration's errors (134110 if it would lose a value,
    ///   134111 if it brings rows with equal unique values), and errors of writing the migrated
    ///   file; the file is then as it was.
    func loaded(
        _ contents: StoreContents, _ load: (StoreContents) -> Bool
    ) throws -> StoreContents {
        let path = url.path
        guard contents.metadata[NSStoreTypeKey] as? String == store.type else {
            throw CoreDataError.typeMismatch(path, store.type)
        }
        if StoreMetadata.isFromLaterCore(contents.metadata) {
            throw CoreDataError.laterStore(path)
        }
        let hashes = StoreMetadata.hashes(in: contents.metadata)
        guard hashes != store.entities.versionHashes else {
            guard load(contents) else {
                throw CoreDataError.corruptFile(path, "a row does not fit the model")
            }
            return contents
        }
        let planner = MigrationPlanner(
            path: path, options: store.options ?? [:], destination: store.entities)
        let plan = try planner.plan(contents.metadata, archive: contents.model) { _ in nil }
        let migrated = try ContentsMigration(plan, to: store.entities).migrated(contents)
        if let loss = ContentsLoss(plan.mapping, store.entities).first(from: contents, to: migrated)
        {
            throw CoreDataError.migrationWouldLose(path, loss)
        }
        guard load(migrated) else {
            throw CoreDataError.migrationViolatesConstraint(
                path,
                CoreDataError.corruptFile(path, "two rows have equal values, or one is torn"))
        }
        if let format = store.format {
            try AtomicFile(url: url, format: format).write(migrated)
        }
        return migrated
    }
}

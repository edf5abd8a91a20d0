import Execution

/// A store and the connection that writes it, inside the transaction of one batch request.
struct BatchWriter {
    let store: SQLiteStore
    let connection: SQLiteConnection
    /// The history of the transaction; `nil` if the store does not track it.
    let history: HistoryWriter?

    init(_ store: SQLiteStore, _ connection: SQLiteConnection) {
        self.store = store
        self.connection = connection
        history = store.history.map { HistoryWriter($0, store, connection) }
    }

    /// How the history of the store names the properties of an object.
    func shape(of key: ObjectKey) -> HistoryShape {
        store.history!.shape(of: store.model[key.entity])
    }

    /// Runs a statement, and returns the number of rows that it changed.
    @discardableResult
    func run(_ fragment: SQLFragment) throws -> Int {
        let statement = try fragment.bind(on: connection)
        try statement.run()
        store.execution.charge(.rowsBound, connection.changes)
        return connection.changes
    }

    /// The keys in the results of a statement, which selects keys and entities.
    func keys(_ fragment: SQLFragment) throws -> [ObjectKey] {
        let statement = try fragment.bind(on: connection)
        defer { statement.reset() }
        var keys: [ObjectKey] = []
        while try statement.step() {
            let entity = Int(statement.integer(1))
            guard entity > 0, entity <= store.model.count else { continue }
            keys.append(
                ObjectKey(store: store.number, entity: entity, number: statement.integer(0)))
        }
        return keys
    }
}

extension SQLiteStore {
    /// Runs a batch request as one transaction.
    ///
    /// - Throws: 134030 for a read-only store, SQLite's errors as Cocoa's, errors of `body`. The
    ///   transaction is then rolled back.
    func writeBatch<T>(
        _ what: String, for context: NSManagedObjectContext, _ body: (BatchWriter) throws -> T
    ) throws -> T {
        guard !isReadOnly else { throw CoreDataError.readOnly(self) }
        let observer = persistentStoreCoordinator?.transactionObserver
        return try context.execution.span(.save) {
            do {
                var recorded: Int64?
                let result = try pool.commit { connection in
                    observer?.transactionWillBegin(contextName: context.name)
                    let result: T
                    do {
                        try connection.begin()
                        execution.interaction()
                        let writer = BatchWriter(self, connection)
                        result = try body(writer)
                        recorded = try writer.history?.finish(context)
                        observer?.transactionWillCommit(contextName: context.name)
                        try connection.commit()
                        forget(connection.triggeredRows.take())
                    } catch {
                        connection.rollback()
                        throw error
                    }
                    observer?.transactionDidCommit(
                        contextName: context.name, at: context.execution.now)
                    return result
                }
                announceWrite(recorded)
                return result
            } catch let error as SQLiteError {
                throw error.cocoaError(what)
            }
        }
    }
}

extension SelectQuery {
    /// The keys in the results of this query, which selects keys and entities.
    func keys(on writer: BatchWriter) throws -> [ObjectKey] {
        try writer.keys(fragment)
    }
}

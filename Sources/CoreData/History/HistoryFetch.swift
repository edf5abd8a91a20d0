import Foundation

/// Reads the history of some stores, each in one state, and brings it into one order.
///
///     store A   1 ──── 2 ───────── 3
///     store B      1 ────── 2
///     result    A1  B1  A2  B2     A3     by time, and each store's by number
struct HistoryFetch {
    private let request: NSPersistentHistoryChangeRequest
    private let stores: HistoryStores
    private let entity: HistoryEntity?

    init(_ request: NSPersistentHistoryChangeRequest, _ stores: HistoryStores) {
        self.request = request
        self.stores = stores
        entity = request.fetchRequest.flatMap(HistoryEntity.init)
    }

    /// A transaction that was read, without the token that it gets in the result.
    private struct Found {
        let store: SQLiteStore
        let transaction: HistoryReader.Transaction
        let changes: [NSPersistentHistoryChange]
    }

    private var needsChanges: Bool {
        switch request.resultType {
        case .transactionsAndChanges, .changesOnly, .objectIDs: true
        case .statusOnly, .count, .transactionsOnly: entity == .change
        }
    }

    /// - Throws: 134070 for a fetch request of another entity; 134301 if a token's history was
    ///   deleted.
    func run() throws -> Any {
        if let given = request.fetchRequest, entity == nil {
            throw CoreDataError.notHistorysEntity(given.entityName ?? "")
        }
        var lists: [[Found]] = []
        for (store, history) in stores.tracking { lists.append(try read(store, history)) }
        let found = Self.merged(lists)
        let transactions = entity == .change ? made(found) : page(made(found))
        let changes = found.flatMap(\.changes)
        switch request.resultType {
        case .statusOnly: return NSNumber(value: true)
        case .count:
            return NSNumber(value: entity == .change ? changes.count : transactions.count)
        case .transactionsOnly, .transactionsAndChanges: return transactions
        case .changesOnly where entity == .change:
            return page(changes).map { NSPersistentHistoryChange(without: $0) }
        case .changesOnly:
            return transactions.flatMap { $0.changes ?? [] }
                .map { NSPersistentHistoryChange(without: $0) }
        case .objectIDs:
            var seen = Set<NSManagedObjectID>()
            return (entity == .change ? page(changes) : transactions.flatMap { $0.changes ?? [] })
                .map(\.changedObjectID).filter { seen.insert($0).inserted }
        }
    }

    /// The results in the order and the number that the fetch request asks for.
    private func page<T: NSObject>(_ results: [T]) -> [T] {
        guard let given = request.fetchRequest else { return results }
        var results = results
        if let order = given.sortDescriptors, !order.isEmpty {
            // By place, too: Swift's sort need not keep the order of equals.
            results = results.enumerated().sorted { left, right in
                switch order.compare(left.element, to: right.element) {
                case .orderedAscending: true
                case .orderedDescending: false
                case .orderedSame: left.offset < right.offset
                }
            }.map(\.element)
        }
        return given.fetchLimit > 0 ? Array(results.prefix(given.fetchLimit)) : results
    }

    // MARK: Reading

    private func read(_ store: SQLiteStore, _ history: StoreHistory) throws -> [Found] {
        store.execution.charge(.historyFetchesBegun, 1)
        return try store.execution.span(.fetch) {
            try store.reading("Reading history") { connection in
                try connection.transaction("DEFERRED") {
                    try read(store, HistoryReader(store, history, connection))
                }
            }
        }
    }

    private func read(_ store: SQLiteStore, _ reader: HistoryReader) throws -> [Found] {
        let condition = request.fetchRequest?.predicate
        for token in HistoryPredicate.tokens(in: condition) {
            try requireKnown(token, store, reader)
        }
        let first = try start(store, reader)
        let predicate = HistoryPredicate(condition, of: store.identifier)
        var transactions = try reader.transactions(after: first)
        if case .date(let date) = request.anchor {
            transactions.removeAll { $0.timestamp <= date.timeIntervalSinceReferenceDate }
        }
        if entity == .transaction {
            transactions.removeAll { row in
                let place = NSPersistentHistoryToken([store.identifier: row.number])
                let record = HistoryRecord(row, store.identifier, place, nil)
                return !predicate.holds(for: NSPersistentHistoryTransaction(record, nil))
            }
        }
        guard needsChanges, let oldest = transactions.first else {
            return transactions.map { Found(store: store, transaction: $0, changes: []) }
        }
        var changes: [Int64: [NSPersistentHistoryChange]] = [:]
        for change in try reader.changes(after: oldest.number - 1) {
            let id = NSManagedObjectID(
                key: change.key, layout: store.model[change.key.entity], store: store.reference)
            let object = NSPersistentHistoryChange(change, id)
            guard entity != .change || predicate.holds(for: object) else { continue }
            changes[change.transaction, default: []].append(object)
        }
        let found = transactions.map { row in
            Found(store: store, transaction: row, changes: changes[row.number] ?? [])
        }
        return entity == .change ? found.filter { !$0.changes.isEmpty } : found
    }

    /// The number of the transaction after which to begin.
    private func start(_ store: SQLiteStore, _ reader: HistoryReader) throws -> Int64 {
        guard let token = request.token, token.numbers[store.identifier] != nil else { return 0 }
        try requireKnown(token, store, reader)
        return token.numbers[store.identifier] ?? 0
    }

    private func requireKnown(
        _ token: NSPersistentHistoryToken, _ store: SQLiteStore, _ reader: HistoryReader
    ) throws {
        guard let number = token.numbers[store.identifier] else { return }
        if try !reader.isKnown(number) { throw CoreDataError.expiredToken(store) }
    }

    // MARK: Order

    /// The stores' transactions by time; those of one store stay in their order.
    private static func merged(_ lists: [[Found]]) -> [Found] {
        guard lists.count > 1 else { return lists.first ?? [] }
        var next = lists.map(\.startIndex)
        var found: [Found] = []
        while true {
            let heads = lists.indices.filter { next[$0] < lists[$0].endIndex }
            let earliest = heads.min { left, right in
                lists[left][next[left]].transaction.timestamp
                    < lists[right][next[right]].transaction.timestamp
            }
            guard let earliest else { return found }
            found.append(lists[earliest][next[earliest]])
            next[earliest] += 1
        }
    }

    private func made(_ found: [Found]) -> [NSPersistentHistoryTransaction] {
        // The token grows with each transaction, from the one that the request began with.
        var place = request.token ?? NSPersistentHistoryToken([:])
        return found.map { found in
            let own = NSPersistentHistoryToken([found.store.identifier: found.transaction.number])
            place = place.advanced(by: own)
            let changes = request.resultType == .transactionsOnly ? nil : found.changes
            let record = HistoryRecord(
                found.transaction, found.store.identifier, place, changes)
            return NSPersistentHistoryTransaction(record, changes)
        }
    }
}

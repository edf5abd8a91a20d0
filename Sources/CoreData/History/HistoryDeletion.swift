import Foundation

/// Deletes the oldest part of the history of some stores, one transaction each.
struct HistoryDeletion {
    private let request: NSPersistentHistoryChangeRequest
    private let stores: HistoryStores

    init(_ request: NSPersistentHistoryChangeRequest, _ stores: HistoryStores) {
        self.request = request
        self.stores = stores
    }

    /// - Returns: the number of deleted transactions if that was asked for, else that it was done.
    /// - Throws: 134030 for a read-only store, SQLite's errors as Cocoa's.
    func run(in context: NSManagedObjectContext) throws -> NSNumber {
        var count = 0
        for (store, history) in stores.tracking {
            count += try store.writeBatch("Deleting history", for: context) { writer in
                let reader = HistoryReader(store, history, writer.connection)
                let number = try lastDeleted(store, reader)
                return number > 0 ? try reader.delete(upTo: number) : 0
            }
        }
        return request.resultType == .count ? NSNumber(value: count) : NSNumber(value: true)
    }

    private func lastDeleted(_ store: SQLiteStore, _ reader: HistoryReader) throws -> Int64 {
        switch request.anchor {
        case .date(let date):
            try reader.lastTransaction(before: date.timeIntervalSinceReferenceDate)
        case .token(let token): (token?.numbers[store.identifier] ?? 0) - 1
        case .fetch: 0
        }
    }
}

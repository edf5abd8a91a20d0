import Foundation

extension NSPersistentStoreCoordinator {
    /// The place of the newest transactions of some stores, or of all for `nil` or none.
    ///
    /// Changes that are committed later come after it. Waits for a connection that reads.
    ///
    /// - Returns: `nil` if none of the stores tracks history, or one cannot be read.
    public final func currentPersistentHistoryToken(
        fromStores stores: [Any]?
    ) -> NSPersistentHistoryToken? {
        let wanted = (stores ?? []).compactMap { $0 as? NSPersistentStore }
        guard let found = try? HistoryStores(self, wanted.isEmpty ? nil : wanted) else {
            return nil
        }
        var numbers: [String: Int64] = [:]
        for (store, history) in found.tracking {
            let number = try? store.reading("Reading history") { connection in
                try HistoryReader(store, history, connection).last()
            }
            guard let number else { return nil }
            numbers[store.identifier] = number
        }
        return NSPersistentHistoryToken(numbers)
    }
}

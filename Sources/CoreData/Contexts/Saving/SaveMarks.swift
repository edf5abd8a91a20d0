/// What a save leaves in its stores beyond its rows, for the did-save notification.
struct SaveMarks {
    /// The numbers of the save's transactions in the history of its stores, by their UUIDs.
    private var transactions: [String: Int64] = [:]
    /// The state that a pinned context reads from now on.
    var generation: NSQueryGenerationToken?

    mutating func note(transaction number: Int64, of store: NSPersistentStore) {
        transactions[store.identifier] = number
    }

    /// Adds the marks to what a did-save notification brings.
    func add(to info: inout [AnyHashable: Any]) {
        if !transactions.isEmpty {
            info[historyTokenInfoKey] = NSPersistentHistoryToken(transactions)
        }
        info[NSManagedObjectContextQueryGenerationKey] = generation
    }
}

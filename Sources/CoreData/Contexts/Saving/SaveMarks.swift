/// What a save leaves in its stores beyond its rows, for the did-save notification.
struct SaveMarks {
    /// The numbers of the save's transactions in the history of its stores, by their UUIDs.
    private var transactions: [String: Int64] = [:]

    mutating func note(transaction number: Int64, of store: NSPersistentStore) {
        transactions[store.identifier] = number
    }

    /// Adds the marks to what a did-save notification brings.
    func add(to info: inout [AnyHashable: Any]) {
        guard !transactions.isEmpty else { return }
        info[historyTokenInfoKey] = NSPersistentHistoryToken(transactions)
    }
}

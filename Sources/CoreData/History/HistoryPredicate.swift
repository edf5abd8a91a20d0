import Foundation

/// The condition of a request about history, for one store.
///
/// A token has a number for each store, so a comparison with one becomes a comparison with the
/// number of the transaction: `token > %@` is `transactionNumber > 17`.
struct HistoryPredicate {
    private let predicate: NSPredicate?
    private let store: String

    init(_ predicate: NSPredicate?, of store: String) {
        self.store = store
        let numbers = PredicateSubstitution(
            variables: [:],
            constant: { value in
                guard let token = value as? NSPersistentHistoryToken else { return value }
                return NSNumber(value: token.numbers[store] ?? 0)
            })
        self.predicate = predicate.map(numbers.replaced)
    }

    func holds(for object: NSObject) -> Bool {
        predicate?.evaluate(with: object) ?? true
    }

    /// The tokens that a predicate compares with.
    static func tokens(in predicate: NSPredicate?) -> [NSPersistentHistoryToken] {
        guard let predicate else { return [] }
        var tokens: [NSPersistentHistoryToken] = []
        let note = PredicateSubstitution(
            variables: [:],
            constant: { value in
                if let token = value as? NSPersistentHistoryToken { tokens.append(token) }
                return value
            })
        _ = note.replaced(predicate)
        return tokens
    }
}

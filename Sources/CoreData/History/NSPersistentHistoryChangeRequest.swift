import Foundation

/// Fetches or deletes history of the SQLite stores that track it.
///
/// Execute it with a context's `execute(_:)`. The result comes oldest first.
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
    /// Where the requested history begins or, of a deletion, ends.
    enum Anchor {
        case date(Date)
        case token(NSPersistentHistoryToken?)
        case fetch
    }

    final var anchor = Anchor.token(nil)
    final var isDeletion = false

    /// Makes a request for all history.
    public required override init() {
        super.init()
    }

    private static func make(_ anchor: Anchor, isDeletion: Bool = false) -> Self {
        let request = Self()
        request.anchor = anchor
        request.isDeletion = isDeletion
        if isDeletion { request.resultType = .statusOnly }
        return request
    }

    /// Requests the transactions later than a date.
    open class func fetchHistory(after date: Date) -> Self { make(.date(date)) }

    /// Requests the transactions after a token's; all for `nil`.
    open class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self {
        make(.token(token))
    }

    /// Requests the transactions after another one; all for `nil`.
    open class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
        make(.token(transaction?.token))
    }

    /// Requests the transactions or changes that a fetch request selects.
    ///
    /// Its entity is `NSPersistentHistoryTransaction.entityDescription` or
    /// `NSPersistentHistoryChange.entityDescription`. For changes the result has changes only; set
    /// `resultType` for their transactions.
    open class func fetchHistory(
        withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>
    ) -> Self {
        let request = make(.fetch)
        request.fetchRequest = fetchRequest
        if HistoryEntity(fetchRequest) == .change { request.resultType = .changesOnly }
        return request
    }

    /// Deletes the transactions before a date.
    ///
    /// If the clock went back between them, it stops at the first one with a later date.
    open class func deleteHistory(before date: Date) -> Self {
        make(.date(date), isDeletion: true)
    }

    /// Deletes the transactions before a token's, which stays; none for `nil`.
    open class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
        make(.token(token), isDeletion: true)
    }

    /// Deletes the transactions before another one, which stays; none for `nil`.
    open class func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self {
        make(.token(transaction?.token), isDeletion: true)
    }

    /// The form of the result.
    open var resultType = NSPersistentHistoryResultType.transactionsAndChanges

    /// The token that the request was made with; `nil` for a date.
    open var token: NSPersistentHistoryToken? {
        if case .token(let token) = anchor { token } else { nil }
    }

    /// A condition that the transactions or changes must meet, besides being after the token.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

    /// A copy, which the app may change without changing this request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self.make(anchor, isDeletion: isDeletion)
        copy.resultType = resultType
        copy.fetchRequest = fetchRequest
        copy.affectedStores = affectedStores
        return copy
    }

    override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        guard let coordinator = context.persistentStoreCoordinator else {
            throw CoreDataError.noStore()
        }
        let stores = try HistoryStores(coordinator, affectedStores)
        let result: Any =
            isDeletion
            ? try HistoryDeletion(self, stores).run(in: context)
            : try HistoryFetch(self, stores).run()
        return NSPersistentHistoryResult(result, resultType)
    }
}

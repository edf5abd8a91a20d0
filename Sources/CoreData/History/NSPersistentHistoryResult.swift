/// The result of a history request.
open class NSPersistentHistoryResult: NSPersistentStoreResult {
    private let value: Any
    private let type: NSPersistentHistoryResultType

    init(_ value: Any, _ type: NSPersistentHistoryResultType) {
        self.value = value
        self.type = type
    }

    /// The transactions, changes, IDs or number; see `NSPersistentHistoryResultType`.
    open var result: Any? { value }

    /// The form of the result.
    open var resultType: NSPersistentHistoryResultType { type }
}

import Foundation

/// The result of a batch insertion.
open class NSBatchInsertResult: NSPersistentStoreResult {
    /// A number, or an array of object IDs, as `resultType` says.
    public final let result: Any?
    /// What `result` is.
    public final let resultType: NSBatchInsertRequestResultType

    init(_ result: Any?, _ resultType: NSBatchInsertRequestResultType) {
        self.result = result
        self.resultType = resultType
    }
}

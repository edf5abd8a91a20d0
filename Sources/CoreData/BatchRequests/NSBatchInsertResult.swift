import Foundation

/// The result of a batch insertion.
open class NSBatchInsertResult: NSPersistentStoreResult {
    /// A number, or an array of object IDs, depending on `resultType`.
    public final let result: Any?
    /// The form of `result`.
    public final let resultType: NSBatchInsertRequestResultType

    init(_ result: Any?, _ resultType: NSBatchInsertRequestResultType) {
        self.result = result
        self.resultType = resultType
    }
}

import Foundation

/// The result of a batch deletion.
open class NSBatchDeleteResult: NSPersistentStoreResult {
    /// A number, or an array of object IDs, as `resultType` says.
    public final let result: Any?
    /// What `result` is.
    public final let resultType: NSBatchDeleteRequestResultType

    init(_ result: Any?, _ resultType: NSBatchDeleteRequestResultType) {
        self.result = result
        self.resultType = resultType
    }
}

import Foundation

/// The result of a batch deletion.
open class NSBatchDeleteResult: NSPersistentStoreResult {
    /// A number, or an array of object IDs, depending on `resultType`.
    public final let result: Any?
    /// The form of `result`.
    public final let resultType: NSBatchDeleteRequestResultType

    init(_ result: Any?, _ resultType: NSBatchDeleteRequestResultType) {
        self.result = result
        self.resultType = resultType
    }
}

import Foundation

/// The result of a batch update.
open class NSBatchUpdateResult: NSPersistentStoreResult {
    /// A number, or an array of object IDs, depending on `resultType`.
    public final let result: Any?
    /// The form of `result`.
    public final let resultType: NSBatchUpdateRequestResultType

    init(_ result: Any?, _ resultType: NSBatchUpdateRequestResultType) {
        self.result = result
        self.resultType = resultType
    }
}

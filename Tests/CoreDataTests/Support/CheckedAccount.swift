import CoreData
import Foundation

/// Refuses every update and deletion, and an insertion without a value of `free`.
final class CheckedAccount: NSManagedObject {
    override func validateForInsert() throws {
        try super.validateForInsert()
        if value(forKey: "free") == nil { throw CocoaError(.featureUnsupported) }
    }

    override func validateForUpdate() throws {
        try super.validateForUpdate()
        throw CocoaError(.userCancelled)
    }

    override func validateForDelete() throws {
        try super.validateForDelete()
        throw CocoaError(.fileLocking)
    }
}

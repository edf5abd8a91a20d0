import CoreData
import Foundation

/// A save of a stack that failed.
package struct StackFailure: Sendable, Hashable, CustomStringConvertible {
    /// The name of the context whose save it was.
    package let context: String
    /// The error in words.
    package let message: String
    /// Whether the app already believed the changes saved.
    package let isSilent: Bool

    /// Whether another context had changed the same objects, and the merge policy is to fail.
    package let isConflict: Bool

    package init(context: String, message: String, isSilent: Bool, isConflict: Bool = false) {
        self.context = context
        self.message = message
        self.isSilent = isSilent
        self.isConflict = isConflict
    }

    /// Whether a save failed because another context had saved a change of the same objects.
    package static func isConflict(_ error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectMergeError
    }

    package var description: String {
        "the save of \(context) failed\(isSilent ? ", silently" : ""): \(message)"
    }
}

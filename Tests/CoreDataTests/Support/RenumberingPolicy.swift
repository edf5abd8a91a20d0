import CoreData
import Foundation

/// Settles constraint conflicts by giving each object another code.
final class RenumberingPolicy: NSMergePolicy, @unchecked Sendable {
    private(set) var settled = 0

    override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        for object in list.flatMap(\.conflictingObjects) {
            settled += 1
            object.setValue((object.int("code") ?? 0) + 100, forKey: "code")
        }
    }
}

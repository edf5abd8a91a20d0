import CoreData
import Foundation

/// The lab's core by `value(forKey:)` and `setValue(_:forKey:)`.
final class KeyValueArm: CoreDataArm {
    private static let keys = (0..<Sizes.columns).map { "v\($0)" }

    override class func fill(_ object: NSManagedObject, row: Int) {
        for column in 0..<Sizes.columns {
            object.setValue(value(row: row, column: column), forKey: keys[column])
        }
    }

    override class func sum(_ object: NSManagedObject) -> Int64 {
        var sum: Int64 = 0
        for key in keys { sum &+= (object.value(forKey: key) as! NSNumber).int64Value }
        return sum
    }

    override class func change(_ object: NSManagedObject, to value: Int64) {
        object.setValue(value, forKey: "v0")
    }

    override class func batchRequest(
        _ entity: NSEntityDescription, _ next: @escaping () -> Int?
    ) -> NSBatchInsertRequest {
        NSBatchInsertRequest(
            entity: entity,
            dictionaryHandler: { values in
                guard let row = next() else { return true }
                for column in 0..<Sizes.columns {
                    values[keys[column]] = value(row: row, column: column)
                }
                return false
            })
    }
}

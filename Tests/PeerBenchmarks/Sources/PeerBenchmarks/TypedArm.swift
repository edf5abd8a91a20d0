import CoreData

/// The lab's core by a subclass's typed properties.
final class TypedArm: CoreDataArm {
    override class var objectClass: NSManagedObject.Type { TypedItem.self }

    override class func make(
        _ entity: NSEntityDescription, in context: NSManagedObjectContext
    ) -> NSManagedObject {
        TypedItem(entity: entity, insertInto: context)
    }

    override class func fill(_ object: NSManagedObject, row: Int) {
        let item = unsafeDowncast(object, to: TypedItem.self)
        item.v0 = value(row: row, column: 0)
        item.v1 = value(row: row, column: 1)
        item.v2 = value(row: row, column: 2)
        item.v3 = value(row: row, column: 3)
        item.v4 = value(row: row, column: 4)
        item.v5 = value(row: row, column: 5)
        item.v6 = value(row: row, column: 6)
        item.v7 = value(row: row, column: 7)
        item.v8 = value(row: row, column: 8)
        item.v9 = value(row: row, column: 9)
    }

    override class func sum(_ object: NSManagedObject) -> Int64 {
        let item = unsafeDowncast(object, to: TypedItem.self)
        let first = item.v0 &+ item.v1 &+ item.v2 &+ item.v3 &+ item.v4
        return first &+ item.v5 &+ item.v6 &+ item.v7 &+ item.v8 &+ item.v9
    }

    override class func change(_ object: NSManagedObject, to value: Int64) {
        unsafeDowncast(object, to: TypedItem.self).v0 = value
    }
}

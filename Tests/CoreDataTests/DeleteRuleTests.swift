import CoreData
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Delete rules` {
    /// A store with one customer and two saved orders.
    private func shop(
        _ rule: NSDeleteRule
    ) throws -> (TestStore, NSManagedObjectContext, NSManagedObject, [NSManagedObject]) {
        let store = try TestStore(model: ShopModel.make(rule))
        let context = store.context()
        return try context.performAndWait {
            let customer = context.make("Customer", ["number": 1])
            let orders = (0..<2).map {
                context.make("Order", ["number": $0, "customer": customer])
            }
            try context.save()
            return (store, context, customer, orders)
        }
    }

    @Test func `Nullify clears the other end`() throws {
        let (store, context, customer, orders) = try shop(.nullifyDeleteRule)
        try context.performAndWait {
            context.delete(customer)
            context.processPendingChanges()
            #expect(orders.allSatisfy { $0.one("customer") == nil })
            #expect(context.updatedObjects == Set(orders))
            try context.save()
        }
        #expect(try store.sql("SELECT ZCUSTOMER FROM ZORDER") == [[nil], [nil]])
    }

    @Test func `Nullify takes a deleted order out of its customer's`() throws {
        let (store, context, customer, orders) = try shop(.nullifyDeleteRule)
        try context.performAndWait {
            context.delete(orders[0])
            try context.save()
            #expect(customer.many("orders") == [orders[1]])
        }
        #expect(try store.sql("SELECT Z_OPT FROM ZCUSTOMER") == [["2"]])
    }

    @Test func `Cascade deletes what hangs on it when the event ends`() throws {
        let (store, context, customer, orders) = try shop(.cascadeDeleteRule)
        try context.performAndWait {
            context.delete(customer)
            #expect(!orders[0].isDeleted)
            context.processPendingChanges()
            #expect(context.deletedObjects == Set(orders + [customer]))
            try context.save()
            #expect(!context.hasChanges)
        }
        #expect(try store.sql("SELECT count(*) FROM ZORDER") == [["0"]])
    }

    @Test func `Cascade happens at once when the context is told so`() throws {
        let (store, context, customer, orders) = try shop(.cascadeDeleteRule)
        try context.performAndWait {
            context.propagatesDeletesAtEndOfEvent = false
            context.delete(customer)
            #expect(orders.allSatisfy { $0.isDeleted })
            try context.save()
        }
        #expect(try store.sql("SELECT count(*) FROM ZORDER") == [["0"]])
    }

    @Test func `Cascade through a child deletes in the store after both saves`() throws {
        let (store, context, customer, _) = try shop(.cascadeDeleteRule)
        let child = TestStore.child(of: context)
        let id = customer.objectID
        try child.performAndWait {
            child.delete(child.object(with: id))
            try child.save()
        }
        try context.performAndWait { try context.save() }
        #expect(try store.sql("SELECT count(*) FROM ZORDER") == [["0"]])
    }

    @Test func `Deny refuses every save until nothing is left at the other end`() throws {
        let (store, context, customer, orders) = try shop(.denyDeleteRule)
        try context.performAndWait {
            context.delete(customer)
            for _ in 0..<2 {
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.code == NSValidationRelationshipDeniedDeleteError)
                #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "orders")
                #expect(error?.userInfo[NSValidationObjectErrorKey] as? NSObject == customer)
            }
            #expect(try store.sql("SELECT count(*) FROM ZCUSTOMER") == [["1"]])
            context.delete(orders[0])
            orders[1].setValue(nil, forKey: "customer")
            try context.save()
        }
        #expect(try store.sql("SELECT count(*) FROM ZCUSTOMER") == [["0"]])
        #expect(try store.sql("SELECT ZCUSTOMER FROM ZORDER") == [[nil]])
    }

    @Test func `A denied deletion can be rolled back, and nothing has changed`() throws {
        let (store, context, customer, orders) = try shop(.denyDeleteRule)
        try context.performAndWait {
            context.delete(customer)
            _ = try? context.save()
            context.rollback()
            #expect(!customer.isDeleted)
            #expect(customer.many("orders") == Set(orders))
            #expect(orders.allSatisfy { $0.one("customer") == customer })
            customer.setValue(2, forKey: "number")
            try context.save()
        }
        #expect(try store.sql("SELECT ZNUMBER FROM ZCUSTOMER") == [["2"]])
        #expect(try store.sql("SELECT ZCUSTOMER FROM ZORDER") == [["1"], ["1"]])
    }

    @Test(arguments: [NSDeleteRule.denyDeleteRule, .noActionDeleteRule])
    func `A reference to an object that no store will have is refused`(_ rule: NSDeleteRule) throws
    {
        let (store, context, customer, orders) = try shop(rule)
        try context.performAndWait {
            let draft = context.make("Customer", ["number": 2])
            orders[0].setValue(draft, forKey: "customer")
            context.delete(draft)
            for _ in 0..<2 {
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.code == NSManagedObjectValidationError)
                #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "customer")
            }
            orders[0].setValue(customer, forKey: "customer")
            try context.save()
        }
        #expect(try store.sql("SELECT ZCUSTOMER FROM ZORDER") == [["1"], ["1"]])
    }

    @Test func `A new reference to an object that the same save deletes is refused`() throws {
        let (store, context, customer, orders) = try shop(.nullifyDeleteRule)
        try context.performAndWait {
            // The rule has been applied when the order is given to the customer again.
            context.delete(customer)
            context.processPendingChanges()
            orders[0].setValue(customer, forKey: "customer")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectValidationError)
            #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "customer")
            orders[0].setValue(nil, forKey: "customer")
            try context.save()
        }
        #expect(try store.sql("SELECT ZCUSTOMER FROM ZORDER") == [[nil], [nil]])
    }

    @Test func `A denied deletion is told as such, and a save's own code may let go first`()
        throws
    {
        let (store, context, customer, orders) = try shop(.denyDeleteRule)
        try context.performAndWait {
            context.make("Order", ["number": 9, "customer": customer])
            context.delete(customer)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSValidationRelationshipDeniedDeleteError)
            context.rollback()

            for order in orders { order.setValue(nil, forKey: "customer") }
            try context.save()
            orders[0].setValue(customer, forKey: "customer")
            context.delete(customer)
            nonisolated(unsafe) let order = orders[0]
            let token = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextWillSave, object: context, queue: nil
            ) { _ in order.setValue(nil, forKey: "customer") }
            defer { NotificationCenter.default.removeObserver(token) }
            try context.save()
        }
        #expect(try store.sql("SELECT ZCUSTOMER FROM ZORDER") == [[nil], [nil]])
    }

    @Test func `Without an inverse, a new reference to a deleted object is refused`() throws {
        let model = LibraryModel.make()
        let tag = NSRelationshipDescription()
        tag.name = "mainTag"
        tag.destinationEntity = model.entitiesByName["Tag"]
        tag.maxCount = 1
        let tags = NSRelationshipDescription()
        tags.name = "moreTags"
        tags.destinationEntity = model.entitiesByName["Tag"]
        model.entitiesByName["Author"]!.properties += [tag, tags]
        let store = try TestStore(model: model)
        let context = store.context()
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            let old = context.make("Tag", ["name": "a"])
            let new = context.make("Tag", ["name": "b"])
            author.setValue(old, forKey: "mainTag")
            try context.save()
            // What the store has already stays, as with No Action.
            context.delete(old)
            author.setValue("Stanisław Lem", forKey: "name")
            try context.save()
            author.setValue(new, forKey: "mainTag")
            author.setValue(Set([new]), forKey: "moreTags")
            context.delete(new)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSValidationMultipleErrorsError)
            let details = error?.userInfo[NSDetailedErrorsKey] as? [NSError] ?? []
            #expect(
                details.map { $0.userInfo[NSValidationKeyErrorKey] as? String }
                    == ["mainTag", "moreTags"])
        }
    }

    @Test func `Nullify lets go of an object that was never saved`() throws {
        let (store, context, _, orders) = try shop(.nullifyDeleteRule)
        try context.performAndWait {
            let draft = context.make("Customer", ["number": 2])
            orders[0].setValue(draft, forKey: "customer")
            context.delete(draft)
            try context.save()
        }
        #expect(try store.sql("SELECT ZCUSTOMER FROM ZORDER ORDER BY ZNUMBER") == [[nil], ["1"]])
    }

    @Test func `No action leaves the other end as it is`() throws {
        let (store, context, customer, _) = try shop(.noActionDeleteRule)
        try context.performAndWait {
            context.delete(customer)
            #expect(context.updatedObjects.isEmpty)
            try context.save()
        }
        #expect(try store.sql("SELECT ZCUSTOMER FROM ZORDER") == [["1"], ["1"]])
    }
}

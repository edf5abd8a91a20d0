import CoreData
import Foundation
import Testing

import class CoreData.NSExpression

/// Requests that go straight to the store: six books by year, 0 to 5, by one author, with a tag.
@Suite(.inVirtualTime) struct `Batch requests` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(options: [NSPersistentStoreConnectionPoolMaxSizeKey: 1])
        let context = store.context()
        self.context = context
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem", "born": 1921])
            let tag = context.make("Tag", ["name": "short"])
            for year in 0..<6 {
                context.make(
                    "Book",
                    [
                        "title": "b\(year)", "year": year, "author": author,
                        "tags": Set([tag]), "price": 1.5,
                    ])
            }
            try context.save()
            context.reset()
        }
    }

    private func books(_ columns: String = "ZYEAR, ZTITLE") throws -> [[String?]] {
        try store.sql("SELECT \(columns) FROM ZBOOK ORDER BY ZYEAR, Z_PK")
    }

    private func execute<R: NSPersistentStoreResult>(
        _ request: NSPersistentStoreRequest, _ type: R.Type
    ) throws -> R {
        try context.performAndWait { try #require(try context.execute(request) as? R) }
    }

    private func hears(_ name: Notification.Name, _ body: () throws -> Void) rethrows -> Bool {
        nonisolated(unsafe) var isHeard = false
        let observer = NotificationCenter.default.addObserver(
            forName: name, object: context, queue: nil
        ) { _ in isHeard = true }
        defer { NotificationCenter.default.removeObserver(observer) }
        try body()
        return isHeard
    }

    // MARK: Wrong types

    /// A store of an entity with an attribute of every kind, and one row of it.
    private static func kinds() throws -> (TestStore, NSManagedObjectContext) {
        ValueTransformer.setValueTransformer(
            Tidy(), forName: NSValueTransformerName("BatchTests.Tidy"))
        let tidy = Make.attribute("transformable", .transformableAttributeType)
        tidy.valueTransformerName = "BatchTests.Tidy"
        var attributes = wrong.map { Make.attribute($0.0, $0.1) }
        attributes[attributes.count - 1] = tidy
        let entity = Make.entity("Kinds", nil, attributes)
        let store = try TestStore(model: Make.model(entity))
        let context = store.context()
        try context.performAndWait {
            context.make("Kinds", ["string": "as it was"])
            try context.save()
        }
        return (store, context)
    }

    /// Takes text alone.
    private final class Tidy: ValueTransformer, @unchecked Sendable {
        override func transformedValue(_ value: Any?) -> Any? {
            (value as? String).map { Data($0.utf8) }
        }
    }

    /// Each kind of attribute, and a value of another.
    private static let wrong: [(String, NSAttributeType, any Sendable)] = [
        ("integer16", .integer16AttributeType, "1"), ("integer32", .integer32AttributeType, Date()),
        ("integer64", .integer64AttributeType, Data()), ("boolean", .booleanAttributeType, "YES"),
        ("double", .doubleAttributeType, "1.5"), ("float", .floatAttributeType, UUID()),
        ("date", .dateAttributeType, 5), ("string", .stringAttributeType, 5),
        ("decimal", .decimalAttributeType, "5"), ("uri", .URIAttributeType, "https://a.b"),
        ("binary", .binaryDataAttributeType, "bytes"), ("uuid", .UUIDAttributeType, "A"),
        ("transformable", .transformableAttributeType, 5),
    ]

    @Test func `An insertion with a value of a wrong type throws, and inserts nothing`() throws {
        let (store, context) = try Self.kinds()
        for (name, _, value) in Self.wrong {
            let objects = [["string": "new"], [name: value]]
            nonisolated(unsafe) var next = 0
            let requests = [
                NSBatchInsertRequest(entityName: "Kinds", objects: objects),
                NSBatchInsertRequest(entityName: "Kinds") { (dictionary: NSMutableDictionary) in
                    guard next < objects.count else { return true }
                    for (key, value) in objects[next] { dictionary[key] = value }
                    next += 1
                    return false
                },
            ]
            for request in requests {
                let error = #expect(throws: NSError.self) {
                    _ = try context.performAndWait { try context.execute(request) }
                }
                #expect(error?.code == NSPersistentStoreOperationError)
                #expect(error?.localizedDescription.contains("Kinds.\(name)") == true)
                #expect(try store.sql("SELECT ZSTRING FROM ZKINDS") == [["as it was"]])
            }
        }
    }

    @Test func `An update with a value of a wrong type throws, and changes nothing`() throws {
        let (store, context) = try Self.kinds()
        for (name, _, value) in Self.wrong {
            for given: Any in [value, NSExpression(forConstantValue: value)] as [Any] {
                let request = NSBatchUpdateRequest(entityName: "Kinds")
                request.propertiesToUpdate = [name: given]
                if name != "string" { request.propertiesToUpdate?["string"] = "new" }
                let error = #expect(throws: NSError.self) {
                    _ = try context.performAndWait { try context.execute(request) }
                }
                #expect(error?.code == NSPersistentStoreOperationError)
                #expect(error?.localizedDescription.contains("Kinds.\(name)") == true)
                #expect(try store.sql("SELECT ZSTRING, Z_OPT FROM ZKINDS") == [["as it was", "1"]])
            }
        }
    }

    // MARK: Insert

    @Test func `Dictionaries are inserted with new keys and the first version`() throws {
        let day = Date(timeIntervalSinceReferenceDate: 1000)
        let request = NSBatchInsertRequest(
            entityName: "Book",
            objects: [
                ["year": 10, "title": "x", "price": 2.5, "added": day, "isLent": true],
                ["year": 11, "cover": Data([1, 2]), "title": NSNull()],
            ])
        request.resultType = .objectIDs
        let result = try execute(request, NSBatchInsertResult.self)
        let ids = try #require(result.result as? [NSManagedObjectID])
        #expect(ids.count == 2)
        try context.performAndWait {
            let first = try context.existingObject(with: ids[0])
            #expect(first.int("year") == 10)
            #expect(first.value(forKey: "added") as? Date == day)
            #expect(first.value(forKey: "isLent") as? Bool == true)
            #expect(first.one("author") == nil)
            let second = try context.existingObject(with: ids[1])
            #expect(second.value(forKey: "cover") as? Data == Data([1, 2]))
            #expect(second.text("title") == nil)
        }
        #expect(try store.sql("SELECT Z_OPT FROM ZBOOK WHERE ZYEAR >= 10") == [["1"], ["1"]])
        #expect(
            try store.sql("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book'")
                == store.sql("SELECT max(Z_PK) FROM ZBOOK"))
    }

    @Test(arguments: [0, 1, 255, 256, 257, 600])
    func `A block fills dictionaries until it says that there are no more`(count: Int) throws {
        var next = 0
        let request = NSBatchInsertRequest(entityName: "Tag") { (values: NSMutableDictionary) in
            if next == count { return true }
            values["name"] = "n\(next)"
            next += 1
            return false
        }
        request.resultType = .count
        let result = try execute(request, NSBatchInsertResult.self)
        #expect(result.result as? Int == count)
        let rows = try store.sql("SELECT ZNAME FROM ZTAG WHERE ZNAME LIKE 'n%' ORDER BY Z_PK")
        #expect(rows == (0..<count).map { ["n\($0)"] })
    }

    @Test func `A handler's dictionary returns values as Foundation's does`() throws {
        let values: [String: Any] = [
            "year": Int64(700), "title": "x", "price": 2.5, "isLent": true, "cover": Data([1]),
            "added": Date(timeIntervalSinceReferenceDate: 5), "author": NSNull(),
        ]
        let plain = NSMutableDictionary()
        var calls = 0
        let request = NSBatchInsertRequest(entityName: "Book") { (filled: NSMutableDictionary) in
            calls += 1
            guard calls == 1 else { return true }
            for dictionary in [filled, plain] {
                dictionary["title"] = "replaced"
                dictionary.setObject(3, forKey: NSString("pages"))
                dictionary[5] = "no text"
                dictionary.addEntries(from: values)
                dictionary["gone"] = 1
            }
            #expect(filled.count == plain.count)
            #expect(Set(filled.allKeys.map { "\($0)" }) == Set(plain.allKeys.map { "\($0)" }))
            for key in plain.allKeys + ["missing", 6] {
                let (mine, theirs) = (filled.object(forKey: key), plain.object(forKey: key))
                #expect(mine.map { "\(type(of: $0))" } == theirs.map { "\(type(of: $0))" })
                #expect((mine as? NSObject) == (theirs as? NSObject), "\(key)")
            }
            #expect(filled["year"] as? Int == 700)
            #expect(filled.isEqual(plain))
            #expect(
                Set((filled.copy() as? [AnyHashable: Any] ?? [:]).keys)
                    == Set((plain.copy() as? [AnyHashable: Any] ?? [:]).keys))
            for key in [5, "gone", "pages", "author"] as [AnyHashable] {
                filled.removeObject(forKey: key.base)
                plain.removeObject(forKey: key.base)
                #expect(filled.count == plain.count && filled[key.base] == nil)
            }
            #expect(filled.isEqual(plain))
            #expect(!filled.isEqual(["year": 8]))
            return false
        }
        _ = try execute(request, NSBatchInsertResult.self)
        #expect(try books("ZTITLE, ZYEAR, ZPRICE").last == ["x", "700", "2.5"])
    }

    @Test(arguments: [false, true])
    func `Each dictionary comes empty, and one that is kept stays as it was`(
        isKept: Bool
    ) throws {
        var kept: [NSMutableDictionary] = []
        var next = 0
        let request = NSBatchInsertRequest(entityName: "Book") { (values: NSMutableDictionary) in
            #expect(values.count == 0)
            if next == 4 { return true }
            if next % 2 == 0 { values["title"] = "k\(next)" }
            values["year"] = 500 + next
            if isKept { kept.append(values) }
            next += 1
            return false
        }
        _ = try execute(request, NSBatchInsertResult.self)
        #expect(
            try books("ZYEAR, ZTITLE").suffix(4)
                == [["500", "k0"], ["501", nil], ["502", "k2"], ["503", nil]])
        #expect(kept.map { $0["year"] as? Int } == (isKept ? [500, 501, 502, 503] : []))
        #expect(kept.map { $0["title"] as? String } == (isKept ? ["k0", nil, "k2", nil] : []))
    }

    @Test func `A dictionary with a key that is no text counts as empty`() throws {
        var next = 0
        let request = NSBatchInsertRequest(entityName: "Book") { (values: NSMutableDictionary) in
            next += 1
            values["title"] = "lost"
            values[next] = 1
            return next == 2
        }
        _ = try execute(request, NSBatchInsertResult.self)
        #expect(
            try store.sql("SELECT ZTITLE FROM ZBOOK ORDER BY Z_PK DESC LIMIT 1") == [[nil]])
    }

    @Test(arguments: [0, 300])
    func `A block fills managed objects until it says that there are no more`(count: Int) throws {
        var next = 0
        let request = NSBatchInsertRequest(entityName: "Book") { (book: NSManagedObject) in
            if next == count { return true }
            #expect(book.text("title") == nil, "nothing is left of the one before")
            book.setValue(100 + next, forKey: "year")
            book.setValue("o\(next)", forKey: "title")
            next += 1
            return false
        }
        let result = try execute(request, NSBatchInsertResult.self)
        #expect(result.result as? Bool == true)
        #expect(
            try books("ZTITLE, Z_OPT").dropFirst(6) == (0..<count).map { ["o\($0)", "1"] }[...])
        context.performAndWait { #expect(context.registeredObjects.isEmpty) }
    }

    @Test func `Values are not validated, and neither context nor observers hear of them`() throws {
        let request = NSBatchInsertRequest(entityName: "Author", objects: [["born": 1]])
        let isHeard = try hears(.NSManagedObjectContextDidSave) {
            _ = try execute(request, NSBatchInsertResult.self)
        }
        #expect(!isHeard)
        #expect(try store.sql("SELECT ZNAME FROM ZAUTHOR WHERE ZBORN = 1") == [[nil]])
    }

    @Test func `A key that is no attribute is an error, and nothing is inserted`() throws {
        for key in ["author", "nothing"] {
            let request = NSBatchInsertRequest(
                entityName: "Book", objects: [["year": 50], [key: 1]])
            let error = #expect(throws: NSError.self) {
                try execute(request, NSBatchInsertResult.self)
            }
            #expect(error?.localizedDescription.contains("“\(key)”") == true)
        }
        #expect(try books().count == 6)
    }

    @Test func `An optional without a value is nil, as NSNull is`() throws {
        let title: String? = nil
        let objects: [[String: Any]] = [["year": 20, "title": title as Any], ["year": 21]]
        nonisolated(unsafe) var next = 0
        let requests = [
            NSBatchInsertRequest(entityName: "Book", objects: objects),
            NSBatchInsertRequest(entityName: "Book") { (dictionary: NSMutableDictionary) in
                guard next < objects.count else { return true }
                dictionary.addEntries(from: objects[next])
                next += 1
                return false
            },
        ]
        for request in requests { _ = try execute(request, NSBatchInsertResult.self) }
        let titles = "SELECT count(*), count(ZTITLE) FROM ZBOOK WHERE ZYEAR = 20"
        #expect(try store.sql(titles) == [["2", "0"]])
        let update = NSBatchUpdateRequest(entityName: "Book")
        update.propertiesToUpdate = ["title": title as Any]
        _ = try execute(update, NSBatchUpdateResult.self)
        #expect(try store.sql("SELECT count(ZTITLE) FROM ZBOOK") == [["0"]])
    }

    // MARK: Update

    @Test func `An update sets constants in the rows that a predicate selects`() throws {
        let request = NSBatchUpdateRequest(entityName: "Book")
        request.predicate = NSPredicate(format: "author.name == 'Lem' AND year > 3")
        request.propertiesToUpdate = ["title": "new", "price": NSNull()]
        request.resultType = .updatedObjectsCountResultType
        let result = try execute(request, NSBatchUpdateResult.self)
        #expect(result.result as? Int == 2)
        #expect(
            try books("ZTITLE, ZPRICE, Z_OPT")[3...] == [
                ["b3", "1.5", "1"], ["new", nil, "2"], ["new", nil, "2"],
            ])
    }

    @Test func `An update may work out values from the row and its to-ones`() throws {
        let entity = try #require(store.coordinator.managedObjectModel.entitiesByName["Book"])
        let request = NSBatchUpdateRequest(entity: entity)
        let year = try #require(entity.attributesByName["year"])
        request.propertiesToUpdate = [
            year: NSExpression(format: "year + author.born"),
            "title": NSExpression(forConstantValue: "t"),
        ]
        _ = try execute(request, NSBatchUpdateResult.self)
        #expect(try books() == (0..<6).map { ["\(1921 + $0)", "t"] })
    }

    @Test func `An update returns IDs, which can be merged`() throws {
        let other = store.context("other")
        try context.performAndWait {
            let held = try context.all("Book", sortedBy: "year")
            #expect(held.map { $0.text("title") } == (0..<6).map { "b\($0)" })
            held[5].setValue(7.5, forKey: "price")
            let request = NSBatchUpdateRequest(entityName: "Book")
            request.predicate = NSPredicate(format: "year IN %@", [1, 5])
            request.propertiesToUpdate = ["title": "new", "price": 0.5]
            request.resultType = .updatedObjectIDsResultType
            let result = try #require(try context.execute(request) as? NSBatchUpdateResult)
            let ids = try #require(result.result as? [NSManagedObjectID])
            #expect(ids == [held[1].objectID, held[5].objectID])
            #expect(held[1].text("title") == "b1")
            context.refresh(held[1], mergeChanges: true)
            #expect(held[1].text("title") == "b1", "the row cache has not heard of it either")
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [context, other])
            #expect(held[1].text("title") == "new")
            #expect(held[5].text("title") == "new")
            #expect(held[5].value(forKey: "price") as? Double == 7.5)
            try context.save()
        }
        #expect(try books("ZPRICE, Z_OPT").last == ["7.5", "3"])
    }

    @Test func `Remote changes may be given as URIs`() throws {
        try context.performAndWait {
            let held = try context.all("Book", sortedBy: "year")
            #expect(held[2].text("title") == "b2")
            _ = try store.sql("UPDATE ZBOOK SET ZTITLE = 'far', Z_OPT = 2 WHERE ZYEAR = 2")
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [
                    NSUpdatedObjectsKey: [held[2].objectID.uriRepresentation()]
                ], into: [context])
            #expect(held[2].text("title") == "far")
        }
    }

    @Test func `An update makes a conflict with one's own unsaved changes`() throws {
        try context.performAndWait {
            let book = try #require(try context.all("Book", sortedBy: "year").first)
            book.setValue("mine", forKey: "title")
            let request = NSBatchUpdateRequest(entityName: "Book")
            request.propertiesToUpdate = ["price": 9.0]
            _ = try context.execute(request)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == 133020)
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try context.save()
        }
        #expect(try books("ZTITLE, ZPRICE").first == ["mine", "9.0"])
    }

    @Test func `An update of what is no stored attribute is an error`() throws {
        for key in ["author", "note", "nothing"] {
            let request = NSBatchUpdateRequest(entityName: "Book")
            request.propertiesToUpdate = [key: "x"]
            let error = #expect(throws: NSError.self) {
                try execute(request, NSBatchUpdateResult.self)
            }
            #expect(error?.localizedDescription.contains("“\(key)”") == true)
        }
        let request = NSBatchUpdateRequest(entityName: "Book")
        request.propertiesToUpdate = ["year": NSExpression(forKeyPath: "title")]
        #expect(throws: NSError.self) { try execute(request, NSBatchUpdateResult.self) }
    }

    // MARK: Delete

    private func deletion(
        _ entity: String, _ format: String? = nil
    ) -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
        request.predicate = format.map { NSPredicate(format: $0) }
        return request
    }

    @Test func `A deletion takes what the fetch would find, its limit included`() throws {
        let fetch = deletion("Book", "year > 0")
        fetch.sortDescriptors = [NSSortDescriptor(key: "year", ascending: false)]
        fetch.fetchLimit = 2
        let request = NSBatchDeleteRequest(fetchRequest: fetch)
        request.resultType = .resultTypeCount
        #expect(try execute(request, NSBatchDeleteResult.self).result as? Int == 2)
        #expect(try books("ZYEAR") == (0..<4).map { ["\($0)"] })
        #expect(try store.sql("SELECT count(*) FROM Z_2TAGS") == [["4"]])
    }

    @Test func `A deletion cascades and returns all IDs`() throws {
        let request = NSBatchDeleteRequest(fetchRequest: deletion("Author"))
        request.resultType = .resultTypeObjectIDs
        let result = try execute(request, NSBatchDeleteResult.self)
        let ids = try #require(result.result as? [NSManagedObjectID])
        #expect(ids.map { $0.entity.name } == ["Author"] + Array(repeating: "Book", count: 6))
        #expect(try books().isEmpty)
        #expect(try store.sql("SELECT count(*) FROM Z_2TAGS") == [["0"]])
        #expect(try store.sql("SELECT count(*) FROM ZTAG") == [["1"]])
    }

    @Test func `Merged deletions take objects out of a context`() throws {
        try context.performAndWait {
            let held = try context.all("Book", sortedBy: "year")
            let request = NSBatchDeleteRequest(objectIDs: [held[2].objectID, held[4].objectID])
            request.resultType = .resultTypeObjectIDs
            let result = try #require(try context.execute(request) as? NSBatchDeleteResult)
            let ids = try #require(result.result as? [NSManagedObjectID])
            #expect(held.filter(\.isDeleted).isEmpty)
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [context])
            #expect(held.filter(\.isDeleted) == [held[2], held[4]])
            let left = try context.all("Book", sortedBy: "year")
            #expect(left.map { $0.int("year") } == [0, 1, 3, 5])
        }
        let none = NSBatchDeleteRequest(objectIDs: [])
        none.resultType = .resultTypeCount
        #expect(try execute(none, NSBatchDeleteResult.self).result as? Int == 0)
    }

    @Test(arguments: [NSDeleteRule.nullifyDeleteRule, .denyDeleteRule, .cascadeDeleteRule])
    func `A deletion obeys the rule of a to-many`(rule: NSDeleteRule) throws {
        let store = try TestStore(model: ShopModel.make(rule))
        let context = store.context()
        try context.performAndWait {
            let customer = context.make("Customer", ["number": 1])
            let other = context.make("Customer", ["number": 2])
            for number in 0..<4 {
                context.make(
                    "Order", ["number": number, "customer": number < 3 ? customer : other])
            }
            try context.save()
            let fetch = deletion("Customer", "number == 1")
            let request = NSBatchDeleteRequest(fetchRequest: fetch)
            guard rule != .denyDeleteRule else {
                let error = #expect(throws: NSError.self) { try context.execute(request) }
                #expect(error?.code == NSValidationRelationshipDeniedDeleteError)
                return
            }
            try context.execute(request)
        }
        let orders = try store.sql("SELECT ZNUMBER, ZCUSTOMER, Z_OPT FROM ZORDER ORDER BY 1")
        switch rule {
        case .nullifyDeleteRule:
            #expect(orders.map { $0[1] == nil } == [true, true, true, false])
            #expect(orders.map { $0[2] } == ["2", "2", "2", "1"])
        case .cascadeDeleteRule: #expect(orders.map { $0[0] } == ["3"])
        default: #expect(orders.count == 4)
        }
        let customers = try store.sql("SELECT count(*) FROM ZCUSTOMER")
        #expect(customers == [[rule == .denyDeleteRule ? "2" : "1"]])
    }

    @Test(arguments: ["Order", "Customer"])
    func `A merged deletion takes objects out of loaded relationships`(entity: String) throws {
        let store = try TestStore(model: ShopModel.make(.nullifyDeleteRule))
        let context = store.context()
        try context.performAndWait {
            let customer = context.make("Customer", ["number": 1])
            for number in 0..<3 {
                context.make("Order", ["number": number, "customer": customer])
            }
            try context.save()
            context.reset()
            let same = try #require(try context.all("Customer").first)
            #expect(same.many("orders").count == 3)
            let order = try #require(try context.all("Order", sortedBy: "number").last)
            #expect(order.one("customer") == same)
            let request = NSBatchDeleteRequest(
                fetchRequest: deletion(entity, entity == "Order" ? "number < 2" : nil))
            request.resultType = .resultTypeObjectIDs
            let result = try #require(try context.execute(request) as? NSBatchDeleteResult)
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSDeletedObjectsKey: result.result as Any], into: [context])
            if entity == "Order" {
                #expect(same.many("orders") == [order])
            } else {
                #expect(order.one("customer") == nil)
            }
            #expect(!context.hasChanges)
        }
    }

    @Test func `A deletion that would leave a mandatory to-one nil is refused as a whole`() throws {
        let model = ShopModel.make(.nullifyDeleteRule)
        let order = try #require(model.entitiesByName["Order"])
        try #require(order.relationshipsByName["customer"]).isOptional = false
        let store = try TestStore(model: model)
        let context = store.context()
        try context.performAndWait {
            let customer = context.make("Customer", ["number": 1])
            context.make("Order", ["number": 1, "customer": customer])
            context.make("Customer", ["number": 2])
            try context.save()
            let request = NSBatchDeleteRequest(fetchRequest: deletion("Customer"))
            let error = #expect(throws: NSError.self) { try context.execute(request) }
            #expect(error?.localizedDescription.contains("Customer.orders") == true)
        }
        #expect(try store.sql("SELECT count(*) FROM ZCUSTOMER") == [["2"]])
    }

    // MARK: All of them

    @Test func `A child's batch request goes to the store, past its parent`() throws {
        let child = TestStore.child(of: context)
        try child.performAndWait {
            let request = NSBatchUpdateRequest(entityName: "Book")
            request.propertiesToUpdate = ["title": "all"]
            try child.execute(request)
        }
        #expect(try store.sql("SELECT DISTINCT ZTITLE FROM ZBOOK") == [["all"]])
    }

    @Test func `A batch request is one transaction, and a read-only store refuses it`() throws {
        let counter = StatementCounter(store.coordinator)
        let request = NSBatchUpdateRequest(entityName: "Book")
        request.propertiesToUpdate = ["title": "all"]
        _ = try execute(request, NSBatchUpdateResult.self)
        #expect(counter.take().filter { $0.hasPrefix("UPDATE ZBOOK") }.count == 1)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
        let readOnly = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: store.url,
            options: [NSReadOnlyPersistentStoreOption: true])
        defer { try? coordinator.remove(readOnly) }
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.performAndWait {
            let error = #expect(throws: NSError.self) { try context.execute(request) }
            #expect(error?.code == NSPersistentStoreSaveError)
        }
    }

    @Test func `An entity that the model lacks is error 134060`() throws {
        let requests = [
            NSBatchInsertRequest(entityName: "Bock", objects: []),
            NSBatchUpdateRequest(entityName: "Bock"),
            NSBatchDeleteRequest(fetchRequest: deletion("Bock")),
        ]
        for request in requests {
            let error = #expect(throws: NSError.self) {
                try execute(request, NSPersistentStoreResult.self)
            }
            #expect(error?.code == 134060)
        }
    }
}

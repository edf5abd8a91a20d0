import CoreData
import Foundation
import Testing

import class CoreData.NSExpression

/// Values and predicates about them, before a save and after it, in stores with and without SQL.
@Suite(.inVirtualTime) struct `Stored values` {
    private static let types: [NSPersistentStore.StoreType] = [.sqlite, .inMemory]

    private static func model() -> NSManagedObjectModel {
        let item = Make.entity(
            "Item", nil,
            [
                Make.attribute("name", .stringAttributeType),
                Make.attribute("age", .integer32AttributeType),
                Make.attribute("stamp", .integer64AttributeType),
                Make.attribute("isActive", .booleanAttributeType),
                Make.attribute("score", .doubleAttributeType),
                Make.attribute("ratio", .floatAttributeType),
                Make.attribute("price", .decimalAttributeType),
                Make.attribute("born", .dateAttributeType),
                Make.attribute("colors", .transformableAttributeType),
            ])
        let tag = Make.entity("Tag", nil, [Make.attribute("name", .stringAttributeType)])
        let others = Make.relationship("others", to: tag, many: true)
        let parts = Make.relationship("parts", to: item, many: true)
        item.properties += [others, parts]
        return Make.model(item, tag)
    }

    /// A context on a new store of a type.
    private func withContext(
        _ type: NSPersistentStore.StoreType, _ body: (NSManagedObjectContext) throws -> Void
    ) throws {
        let store = try TestStore(model: Self.model())
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: store.coordinator.managedObjectModel)
        try coordinator.addPersistentStore(
            ofType: type.rawValue, configurationName: nil,
            at: type == .sqlite ? store.folder.appendingPathComponent("other.sqlite") : nil,
            options: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait { try body(context) }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    /// How many items a predicate finds: unsaved, saved, and saved and read anew.
    private func counts(
        _ predicates: [NSPredicate], _ context: NSManagedObjectContext
    ) throws -> [[Int]] {
        func all() throws -> [Int] { try predicates.map { try context.all("Item", $0).count } }
        var counts = [try all()]
        try context.save()
        counts.append(try all())
        context.reset()
        counts.append(try all())
        return counts
    }

    @Test(arguments: types)
    func `A decimal equals the number that it is written as`(
        type: NSPersistentStore.StoreType
    ) throws {
        try withContext(type) { context in
            for price in ["19.99", "0.07"] {
                context.make("Item", ["price": NSDecimalNumber(string: price)])
            }
            let predicates = [
                NSPredicate(format: "price == %@", NSDecimalNumber(string: "19.99")),
                NSPredicate(format: "price == 19.99"), NSPredicate(format: "price == 0.07"),
                NSPredicate(format: "price >= %@", NSDecimalNumber(string: "19.99")),
                NSPredicate(format: "price IN %@", [NSDecimalNumber(string: "0.07")]),
                NSPredicate(format: "price BETWEEN {0.07, 19.99}"),
            ]
            let wanted = [1, 1, 1, 1, 1, 2]
            let found = try counts(predicates, context)
            #expect(found == [wanted, wanted, wanted])
        }
    }

    @Test func `A decimal becomes the nearest double`() throws {
        try withContext(.inMemory) { context in
            let item = context.make("Item")
            for text in ["19.99", "0.07", "1e-7", "123456789.123456789", "-4.35"] {
                item.setValue(NSDecimalNumber(string: text), forKey: "score")
                #expect(item.value(forKey: "score") as? Double == Double(text))
            }
        }
    }

    @Test(arguments: types)
    func `Any number but 0 is true, and only true`(type: NSPersistentStore.StoreType) throws {
        try withContext(type) { context in
            context.make("Item", ["isActive": 2])
            context.make("Item", ["isActive": 0.5])
            context.make("Item", ["isActive": 0])
            let predicates = [
                NSPredicate(format: "isActive == YES"), NSPredicate(format: "isActive == NO"),
                NSPredicate(format: "isActive == 2"),
            ]
            let found = try counts(predicates, context)
            #expect(found == [[2, 1, 0], [2, 1, 0], [2, 1, 0]])
        }
    }

    @Test(arguments: types)
    func `A value that is no number is nil to predicates`(
        type: NSPersistentStore.StoreType
    ) throws {
        try withContext(type) { context in
            context.make(
                "Item",
                [
                    "score": Double.nan, "ratio": Float.nan,
                    "born": Date(timeIntervalSinceReferenceDate: .nan),
                ])
            context.make("Item", ["score": 1.5, "ratio": 1.5, "born": Date.distantPast])
            let predicates = ["score", "ratio", "born"].flatMap { name in
                [NSPredicate(format: "\(name) == nil"), NSPredicate(format: "\(name) != nil")]
            }
            let equal = NSPredicate(format: "born == %@", Date.distantPast as NSDate)
            let found = try counts(predicates + [equal], context)
            #expect(
                found == [[1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1]])
        }
    }

    @Test(arguments: [
        ("age", "age * 1.5", "age == 4"), ("isActive", "age", "isActive == YES"),
        ("score", "age", "score == 3"), ("ratio", "age * 0.1", "ratio == %@"),
        ("stamp", "stamp * 1000000", "stamp == 9223372036854775807"),
    ])
    func `A batch update by an expression stores what the attribute can hold`(
        name: String, expression: String, predicate: String
    ) throws {
        try withContext(.sqlite) { context in
            context.make("Item", ["age": 3, "stamp": Int64(1) << 60])
            try context.save()
            context.reset()
            let request = NSBatchUpdateRequest(entityName: "Item")
            request.propertiesToUpdate = [name: NSExpression(format: expression)]
            try context.execute(request)
            let found = NSPredicate(format: predicate, argumentArray: [Float(3 * 0.1)])
            let count = try context.all("Item", found).count
            #expect(count == 1)
            let item = try #require(try context.all("Item").first)
            #expect(found.evaluate(with: item))
        }
    }

    @Test(arguments: types)
    func `A deleted object leaves no member behind where nothing leads back`(
        type: NSPersistentStore.StoreType
    ) throws {
        let paths = [
            "others.@count == 1", "count(others) == 1",
            "SUBQUERY(others, $t, TRUEPREDICATE).@count == 1",
        ]
        try withContext(type) { context in
            let tags = (0..<3).map { context.make("Tag", ["name": "\($0)"]) }
            context.make("Item", ["others": Set(tags)])
            try context.save()
            context.delete(tags[0])
            try context.save()
            if type == .sqlite {
                let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag")
                request.predicate = NSPredicate(format: "name == '1'")
                try context.execute(NSBatchDeleteRequest(fetchRequest: request))
            } else {
                context.delete(tags[1])
                try context.save()
            }
            context.reset()
            let item = try #require(try context.all("Item").first)
            #expect(item.many("others").map { $0.text("name") } == ["2"])
            for path in paths {
                let count = try context.all("Item", NSPredicate(format: path)).count
                #expect(count == 1, "\(path)")
            }
        }
    }

    // MARK: Dictionaries

    private func dictionaries(
        _ context: NSManagedObjectContext, _ properties: [Any], isDistinct: Bool = false
    ) throws -> [NSDictionary] {
        let request = NSFetchRequest<NSDictionary>(entityName: "Item")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = properties
        request.returnsDistinctResults = isDistinct
        return try context.fetch(request)
    }

    private func sum(_ type: NSAttributeType) -> NSExpressionDescription {
        let description = NSExpressionDescription()
        description.name = "result"
        description.expression = NSExpression(
            forFunction: "sum:", arguments: [NSExpression(forKeyPath: "stamp")])
        description.expressionResultType = type
        return description
    }

    @Test(arguments: types, [[4, 5], [Int64.max, 1, -1], [Int64.min, -3, 7], []] as [[Int64]])
    func `A sum of whole numbers is exact as far as they reach`(
        type: NSPersistentStore.StoreType, numbers: [Int64]
    ) throws {
        try withContext(type) { context in
            for number in numbers { context.make("Item", ["stamp": number]) }
            context.make("Item")
            try context.save()
            let result = try dictionaries(context, [self.sum(.integer64AttributeType)])
            let sum = numbers.reduce(Int128(0)) { $0 + Int128($1) }
            #expect(result.map { $0["result"] as? Int64 } == [Int64(sum)])
        }
    }

    @Test(arguments: types)
    func `A sum that no whole number holds is a double`(
        type: NSPersistentStore.StoreType
    ) throws {
        try withContext(type) { context in
            for _ in 0..<6 { context.make("Item", ["stamp": Int64(1) << 61]) }
            try context.save()
            let result = try dictionaries(context, [sum(.doubleAttributeType)])
            #expect(result.map { $0["result"] as? Double } == [6 * 0x1p61])
            let whole = try dictionaries(context, [sum(.integer64AttributeType)])
            #expect(whole.map { $0["result"] as? Int64 } == [.max])
        }
    }

    @Test(arguments: types)
    func `A function within a subquery is over the member's members`(
        type: NSPersistentStore.StoreType
    ) throws {
        try withContext(type) { context in
            let tags = (0..<3).map { context.make("Tag", ["name": "\($0)"]) }
            let parts = [
                context.make("Item", ["others": Set(tags)]),
                context.make("Item", ["others": Set(tags.prefix(1))]),
            ]
            context.make("Item", ["parts": Set(parts)])
            try context.save()
            let long = NSExpressionDescription()
            long.name = "result"
            long.expression = NSExpression(
                format: "SUBQUERY(parts, $p, count($p.others) > 1).@count")
            long.expressionResultType = .integer64AttributeType
            let results = try dictionaries(context, [long])
            #expect(results.compactMap { $0["result"] as? Int }.reduce(0, +) == 1)
        }
    }

    @Test func `Archived values in memory are told apart by what they are`() throws {
        try withContext(.inMemory) { context in
            for colors in [["red"], ["blue"], ["red"], nil] as [[String]?] {
                context.make("Item", ["colors": colors.map { $0 as NSArray }])
            }
            try context.save()
            let colors = try dictionaries(context, ["colors"], isDistinct: true)
            #expect(colors.count == 3)
        }
    }
}

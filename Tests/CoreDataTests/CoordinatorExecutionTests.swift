import CoreData
import Foundation
import Testing

/// `NSPersistentStoreCoordinator.execute(_:with:)`: requests to stores, past a context's changes.
@Suite struct CoordinatorExecutionTests {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            for year in 0..<3 { context.make("Book", ["year": year]) }
            try context.save()
        }
        self.context = context
    }

    private func execute(_ request: NSPersistentStoreRequest) throws -> Any {
        try context.performAndWait { try store.coordinator.execute(request, with: context) }
    }

    @Test func `A fetch finds what is saved, and registers it in the context`() throws {
        try context.performAndWait {
            context.make("Book", ["year": 7])
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            let answer = try store.coordinator.execute(request, with: context)
            let found = try #require(answer as? [NSManagedObject])
            #expect(found.count == 3)
            #expect(found.allSatisfy { $0.managedObjectContext === context })
            #expect(request.includesPendingChanges)
            #expect(try context.fetch(request).count == 4)
        }
    }

    @Test func `A fetch gives IDs, dictionaries and a number, as its result type says`() throws {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
        request.predicate = NSPredicate(format: "year > 0")
        request.resultType = .managedObjectIDResultType
        #expect((try execute(request) as? [NSManagedObjectID])?.count == 2)
        request.resultType = .countResultType
        #expect(try execute(request) as? [NSNumber] == [2])
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["year"]
        let years = (try execute(request) as? [NSDictionary])?.compactMap { $0["year"] as? Int }
        #expect(years?.sorted() == [1, 2])
    }

    @Test func `Batch requests give their results`() throws {
        let update = NSBatchUpdateRequest(entityName: "Book")
        update.propertiesToUpdate = ["year": 9]
        update.resultType = .updatedObjectsCountResultType
        #expect((try execute(update) as? NSBatchUpdateResult)?.result as? Int == 3)
        let insertion = NSBatchInsertRequest(entityName: "Book", objects: [["year": 1]])
        insertion.resultType = .count
        #expect((try execute(insertion) as? NSBatchInsertResult)?.result as? Int == 1)
        let deletion = NSBatchDeleteRequest(
            fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Book"))
        deletion.resultType = .resultTypeCount
        #expect((try execute(deletion) as? NSBatchDeleteResult)?.result as? Int == 4)
    }

    @Test func `A nested context and an unknown request are refused`() throws {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = context
        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
        let nested = #expect(throws: (any Error).self) {
            try child.performAndWait { try store.coordinator.execute(request, with: child) }
        }
        #expect((nested as NSError?)?.code == NSPersistentStoreUnsupportedRequestTypeError)
        let unknown = #expect(throws: (any Error).self) {
            try execute(NSPersistentStoreRequest())
        }
        #expect((unknown as NSError?)?.code == NSPersistentStoreUnsupportedRequestTypeError)
    }

    @Test func `A context of another coordinator traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let one = try TestStore(), other = try TestStore()
            let context = other.context()
            _ = try context.performAndWait {
                try one.coordinator.execute(
                    NSFetchRequest<NSManagedObject>(entityName: "Book"), with: context)
            }
        }
        let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(text.contains("a context of another coordinator"))
    }
}

import CoreData
import Foundation
import Testing

/// `NSFetchRequest.execute()`: in the context whose queue the caller is on.
@Suite struct `Executing a request by itself` {
    private let store: TestStore

    init() throws {
        store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            for year in 0..<3 { context.make("Book", ["year": year]) }
            try context.save()
        }
    }

    @Test func `It fetches in the context of the queue`() throws {
        let context = store.context("one"), other = store.context("other")
        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
        try context.performAndWait {
            #expect(try request.execute().allSatisfy { $0.managedObjectContext === context })
            try other.performAndWait {
                let found = try request.execute()
                #expect(found.count == 3)
                #expect(found.allSatisfy { $0.managedObjectContext === other })
            }
            request.predicate = NSPredicate(format: "year > 0")
            #expect(try request.execute().count == 2)
        }
    }

    @Test func `Outside of a context's queue it traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let tests = try `Executing a request by itself`()
            _ = tests
            _ = try NSFetchRequest<NSManagedObject>(entityName: "Book").execute()
        }
        #expect(said(result, "on its queue"))
    }
}

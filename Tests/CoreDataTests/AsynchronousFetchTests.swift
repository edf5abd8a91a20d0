import CoreData
import Foundation
import Testing

/// Six books by year, 0 to 5.
@Suite(.inVirtualTime) struct `Fetching asynchronously` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        let context = store.context()
        self.context = context
        try context.performAndWait {
            for year in 0..<6 { context.make("Book", ["title": "b", "year": year]) }
            try context.save()
        }
    }

    private func request<T>(
        _ format: String? = nil, _ type: NSFetchRequestResultType = []
    ) -> NSFetchRequest<T> {
        let request = NSFetchRequest<T>(entityName: "Book")
        request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: true)]
        request.predicate = format.map { NSPredicate(format: $0) }
        request.resultType = type
        return request
    }

    /// Fetches and waits; `then` runs on the context's queue right after `execute(_:)`, and `read`
    /// on it with the result.
    private func fetch<T, R>(
        _ request: NSFetchRequest<T>, in context: NSManagedObjectContext? = nil,
        expecting count: Int = 0,
        then: (NSAsynchronousFetchResult<T>) -> Void = { _ in },
        read: @escaping (NSAsynchronousFetchResult<T>) -> R
    ) throws -> R {
        let context = context ?? self.context
        let done = Gate("done")
        var value: R?
        try context.performAndWait {
            let asynchronous = NSAsynchronousFetchRequest(fetchRequest: request) { result in
                value = read(result)
                done.open()
            }
            asynchronous.estimatedResultCount = count
            let result = try context.execute(asynchronous)
            then(try #require(result as? NSAsynchronousFetchResult<T>))
        }
        done.pass()
        return try #require(value)
    }

    @Test func `The result comes later, in a block on the context's queue`() throws {
        let other = store.context("other")
        let years: [Int?] = try fetch(
            request("year > 2"), in: other,
            then: { result in
                #expect(result.finalResult == nil)
                #expect(result.operationError == nil)
                #expect(result.managedObjectContext === other)
                #expect(result.progress?.isIndeterminate == true)
            },
            read: { (result: NSAsynchronousFetchResult<NSManagedObject>) in
                let objects = result.finalResult ?? []
                #expect(objects.allSatisfy { $0.managedObjectContext === other })
                #expect(result.progress?.fractionCompleted == 1)
                return objects.map { $0.int("year") }
            })
        #expect(years == [3, 4, 5])
    }

    @Test func `Unsaved changes are accounted for`() throws {
        try context.performAndWait {
            context.make("Book", ["year": 9])
            let fourth: NSFetchRequest<NSManagedObject> = request("year == 4")
            context.delete(try #require(try context.fetch(fourth).first))
        }
        let years: [Int?] = try fetch(request("year > 2")) {
            (result: NSAsynchronousFetchResult<NSManagedObject>) in
            (result.finalResult ?? []).map { $0.int("year") }
        }
        #expect(years == [3, 5, 9])
    }

    @Test func `What is inserted after the request is none of its result`() throws {
        let years: [Int?] = try fetch(
            request("year > 4"), then: { _ in context.make("Book", ["year": 9]) },
            read: { (result: NSAsynchronousFetchResult<NSManagedObject>) in
                (result.finalResult ?? []).map { $0.int("year") }
            })
        #expect(years == [5])
    }

    @Test func `IDs, counts and dictionaries are fetched too`() throws {
        let ids = try fetch(request("year > 3", .managedObjectIDResultType)) {
            (result: NSAsynchronousFetchResult<NSManagedObjectID>) in result.finalResult?.count
        }
        #expect(ids == 2)
        let counts = try fetch(request("year > 3", .countResultType)) {
            (result: NSAsynchronousFetchResult<NSNumber>) in result.finalResult?.map(\.intValue)
        }
        #expect(counts == [2])
        let titles = try fetch(request("year > 3", .dictionaryResultType)) {
            (result: NSAsynchronousFetchResult<NSDictionary>) in
            result.finalResult?.map { $0["title"] as? String }
        }
        #expect(titles == ["b", "b"])
    }

    @Test func `A child fetches through its parent`() throws {
        let child = TestStore.child(of: context)
        context.performAndWait { _ = context.make("Book", ["year": 9]) }
        let years: [Int?] = try fetch(request("year > 4"), in: child) {
            (result: NSAsynchronousFetchResult<NSManagedObject>) in
            (result.finalResult ?? []).map { $0.int("year") }
        }
        #expect(years == [5, 9])
    }

    @Test(arguments: [true, false])
    func `A cancelled fetch has no result but error 3072`(byProgress: Bool) throws {
        let error = try fetch(
            request(), expecting: 6,
            then: { (result: NSAsynchronousFetchResult<NSManagedObject>) in
                #expect(result.progress?.totalUnitCount == 6)
                if byProgress { result.progress?.cancel() } else { result.cancel() }
            },
            read: { result -> NSError? in
                #expect(result.finalResult == nil)
                return result.operationError.map { $0 as NSError }
            })
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(error?.code == 3072)
    }

    // It waits for a statement that runs, and so for another thread in real time.
    @Test(.timeLimit(.minutes(30)), .onDispatchOnly)
    func `A fetch is cancelled in the middle of its statement`() throws {
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            for year in 0..<2000 { context.make("Book", ["year": year, "author": author]) }
            try context.save()
        }
        // 2,000 × 2,000 × 2,000 rows: the better part of an hour, unless it is stopped.
        let request: NSFetchRequest<NSManagedObject> = request(
            """
            SUBQUERY(author.books, $a, SUBQUERY($a.author.books, $b, \
            $b.year == $a.year + 1 AND $b.title CONTAINS 'x').@count > 3000).@count > 3000
            """)
        let began = DispatchSemaphore(value: 0)
        store.coordinator.observeStatements { text in
            if text.contains("FROM ZBOOK") { began.signal() }
        }
        let error = try fetch(
            request,
            then: { (result: NSAsynchronousFetchResult<NSManagedObject>) in
                began.wait()
                // It was prepared; 50 ms later its steps are under way.
                Thread.sleep(forTimeInterval: 0.05)
                result.cancel()
            },
            read: { result in result.operationError.map { $0 as NSError } })
        #expect(error?.code == 3072)
        // The connection is whole: the next fetch uses it.
        let years: [Int?] = try fetch(self.request("year < 3 AND author == nil")) {
            (result: NSAsynchronousFetchResult<NSManagedObject>) in
            (result.finalResult ?? []).map { $0.int("year") }
        }
        #expect(years == [0, 1, 2])
    }

    @Test func `An error of the store is the result's`() throws {
        let error = try fetch(request("note == 'x'")) {
            (result: NSAsynchronousFetchResult<NSManagedObject>) -> NSError? in
            #expect(result.finalResult == nil)
            return result.operationError.map { $0 as NSError }
        }
        #expect(error?.code == NSPersistentStoreOperationError)
    }

    @Test func `A context executes no plain fetch request, and says what does`() throws {
        context.performAndWait {
            let plain: NSFetchRequest<NSManagedObject> = request()
            let error = #expect(throws: NSError.self) { try context.execute(plain) }
            #expect(error?.code == 134091)
            #expect(error?.localizedDescription.contains("fetch(_:)") == true)
        }
    }
}

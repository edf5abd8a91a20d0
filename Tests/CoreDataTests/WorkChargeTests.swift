import CoreData
import Execution
import Foundation
import Testing

/// What is charged, and how much of it.
@Suite struct WorkChargeTests {
    /// Counts the work of a body beside ten saved books.
    private func counts(
        options: [AnyHashable: Any] = [:],
        of body: (TestStore) throws -> (() throws -> Void)
    ) throws -> WorkCounts {
        let execution = VirtualExecution(seed: 1)
        return try execution.run {
            let store = try TestStore(options: options)
            let writer = store.context("writer")
            try writer.performAndWait {
                for year in 0..<10 { writer.make("Book", ["title": "A", "year": year]) }
                try writer.save()
            }
            let work = try body(store)
            let before = execution.workCounts
            try work()
            return execution.workCounts - before
        }
    }

    private func fetchAll(in context: NSManagedObjectContext) throws -> [NSManagedObject] {
        try context.performAndWait { try context.all("Book") }
    }

    @Test func `A child's fetch copies objects down, and a child's fault one`() throws {
        let found = try counts { store in
            let parent = store.context("parent")
            let child = TestStore.child(of: parent)
            return { _ = try self.fetchAll(in: child) }
        }
        #expect(found[.objectsCopiedDown] == 10)
        let own = try counts { store in
            let context = store.context("own")
            return { _ = try self.fetchAll(in: context) }
        }
        #expect(own[.objectsCopiedDown] == 0)
    }

    @Test func `A fault that the row cache answers reads nothing from the store`() throws {
        func fire(afterSeconds age: Double) throws -> WorkCounts {
            try counts { store in
                let books = try self.fetchAll(in: store.context("first"))
                let id = books[0].objectID
                let context = store.context("second")
                context.stalenessInterval = age
                return {
                    // The row is in the cache for as long as an object has it.
                    withExtendedLifetime(books) {
                        context.performAndWait {
                            _ = context.object(with: id).value(forKey: "title")
                        }
                    }
                }
            }
        }
        let cached = try fire(afterSeconds: -1)
        #expect(cached[.faultsFired] == 1)
        #expect(cached[.faultsRead] == 0)
        let stale = try fire(afterSeconds: 0)
        #expect(stale[.faultsFired] == 1)
        #expect(stale[.faultsRead] == 1)
    }

    @Test func `A commit logs its own pages, and none of another coordinator`() throws {
        func saveOne(_ between: @escaping (TestStore) throws -> Void) throws -> Int {
            try counts { store in
                let writer = store.context("writer")
                let book = try self.fetchAll(in: writer)[0]
                try between(store)
                return {
                    try writer.performAndWait {
                        book.setValue("B", forKey: "title")
                        try writer.save()
                    }
                }
            }[.pagesLogged]
        }
        let alone = try saveOne { _ in }
        #expect(alone > 0)
        let beside = try saveOne { store in
            let other = NSPersistentStoreCoordinator(
                managedObjectModel: store.coordinator.managedObjectModel)
            try other.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: store.url, options: nil)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = other
            try context.performAndWait {
                for year in 0..<1_000 { context.make("Book", ["title": "C", "year": year]) }
                try context.save()
            }
            for added in other.persistentStores { try other.remove(added) }
        }
        // Its path to the row is longer in the larger tables.
        #expect(beside < alone + 4)
    }

    @Test func `A fetch begins once, and is passed on by each child`() throws {
        let found = try counts { store in
            let child = TestStore.child(of: TestStore.child(of: store.context("parent")))
            return { _ = try self.fetchAll(in: child) }
        }
        #expect(found[.fetchesBegun] == 1)
        #expect(found[.fetchesPassedUp] == 2)
    }

    @Test func `A read after others' commits renews its view, and the next one does not`() throws {
        let found = try counts { store in
            let reader = store.context("reader")
            let writer = store.context("writer")
            let books = try self.fetchAll(in: writer)
            _ = try self.fetchAll(in: reader)
            return {
                for round in 0..<3 {
                    try writer.performAndWait {
                        books[0].setValue("\(round)", forKey: "title")
                        try writer.save()
                    }
                    for _ in 0..<4 { _ = try self.fetchAll(in: reader) }
                }
            }
        }
        #expect(found[.viewsRenewed] == 3)
    }

    @Test func `A save counts the values that its constraints look for, and its conflicts`() throws
    {
        let book = Make.entity("Book", nil, [Make.attribute("year", .integer64AttributeType)])
        book.uniquenessConstraints = [["year"]]
        let execution = VirtualExecution(seed: 1)
        let found = try execution.run {
            let store = try TestStore(model: Make.model(book))
            let context = store.context()
            defer { withExtendedLifetime(store) {} }
            return try context.performAndWait {
                context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
                for year in 0..<5 { context.make("Book", ["year": year]) }
                try context.save()
                let before = execution.workCounts
                for year in 3..<8 { context.make("Book", ["year": year]) }
                try context.save()
                return execution.workCounts - before
            }
        }
        #expect(found[.conflictsSettled] == 2)
        // Two of the ten are asked for in the first attempt alone: their objects give way.
        #expect(found[.valuesGuarded] == 8)
    }

    @Test(arguments: [0, 10])
    func `A merge looks for every object, and refreshes those that are registered`(
        registered: Int
    ) throws {
        let found = try counts { store in
            let reader = store.context("reader")
            let kept = registered > 0 ? try self.fetchAll(in: reader) : []
            // A fault only forgets its row.
            reader.performAndWait { for book in kept { _ = book.value(forKey: "title") } }
            let writer = store.context("writer")
            let books = try self.fetchAll(in: writer)
            let recorder = NoteRecorder(.NSManagedObjectContextDidSave, writer)
            try writer.performAndWait {
                for book in books { book.setValue("B", forKey: "title") }
                try writer.save()
            }
            return {
                reader.performAndWait {
                    for note in recorder.notes { reader.mergeChanges(fromContextDidSave: note) }
                }
                withExtendedLifetime(kept) {}
            }
        }
        #expect(found[.mergesBegun] == 1)
        #expect(found[.objectsMerged] == 10)
        #expect(found[.objectsRefreshed] == registered)
    }

    @Test(arguments: [Work.idsMerged, .urisMerged])
    func `What comes from elsewhere counts as its IDs or its URIs`(kind: Work) throws {
        let found = try counts { store in
            let reader = store.context("reader")
            let ids = try self.fetchAll(in: store.context("writer")).map(\.objectID)
            let list: [Any] = kind == .urisMerged ? ids.map { $0.uriRepresentation() } : ids
            return {
                NSManagedObjectContext.mergeChanges(
                    fromRemoteContextSave: [NSUpdatedObjectsKey: list], into: [reader])
            }
        }
        #expect(found[kind] == 10)
        #expect(found[kind == .idsMerged ? .urisMerged : .idsMerged] == 0)
        #expect(found[.objectsMerged] == 10)
    }

    @Test func `A child's save counts once where it begins, and once where it is received`() throws
    {
        let found = try counts { store in
            let parent = store.context("parent")
            let child = TestStore.child(of: parent)
            return {
                try child.performAndWait {
                    for year in 0..<3 { child.make("Book", ["title": "B", "year": year]) }
                    try child.save()
                }
                try parent.performAndWait { try parent.save() }
            }
        }
        #expect(found[.pushesBegun] == 1)
        #expect(found[.pushesReceived] == 1)
        #expect(found[.objectsCopiedUp] == 3)
        #expect(found[.savesBegun] == 1)
    }

    @Test func `A save of this coordinator brings no IDs from elsewhere`() throws {
        let found = try counts { store in
            let reader = store.context("reader")
            let writer = store.context("writer")
            let recorder = NoteRecorder(.NSManagedObjectContextDidSave, writer)
            return {
                try writer.performAndWait {
                    writer.make("Book", ["title": "B", "year": 1])
                    try writer.save()
                }
                reader.performAndWait {
                    for note in recorder.notes { reader.mergeChanges(fromContextDidSave: note) }
                }
            }
        }
        #expect(found[.objectsMerged] == 1)
        #expect(found[.idsMerged] == 0)
    }

    @Test func `A store with history counts its transactions and what is read of them`() throws {
        let found = try counts(options: Histories.options) { store in
            let context = store.context("writer")
            let token = store.coordinator.currentPersistentHistoryToken(fromStores: nil)
            return {
                try context.performAndWait {
                    for year in 0..<3 { context.make("Book", ["title": "B", "year": year]) }
                    try context.save()
                    _ = try context.execute(
                        NSPersistentHistoryChangeRequest.fetchHistory(after: token))
                }
            }
        }
        #expect(found[.transactionsRecorded] == 1)
        #expect(found[.changesRead] == 3)
        #expect(found[.historyFetchesBegun] == 1)
        #expect(found[.remoteChangesTold] == 0)
    }

    @Test func `The IDs of history count into a notification, and out of it`() throws {
        let found = try counts(options: Histories.options) { store in
            let (writer, reader) = (store.context("writer"), store.context("reader"))
            let token = store.coordinator.currentPersistentHistoryToken(fromStores: nil)
            try writer.performAndWait {
                for year in 0..<3 { writer.make("Book", ["title": "B", "year": year]) }
                try writer.save()
            }
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
            let transactions = try writer.performAndWait {
                try #require(
                    (try writer.execute(request) as? NSPersistentHistoryResult)?.result
                        as? [NSPersistentHistoryTransaction])
            }
            return {
                reader.performAndWait {
                    for transaction in transactions {
                        reader.mergeChanges(
                            fromContextDidSave: transaction.objectIDNotification())
                    }
                }
            }
        }
        #expect(found[.idsMerged] == 6)
        #expect(found[.objectsMerged] == 3)
    }

    @Test func `A store that posts remote changes is told of each commit`() throws {
        let options = [NSPersistentStoreRemoteChangeNotificationPostOptionKey: true]
        let found = try counts(options: options) { store in
            let context = store.context("writer")
            return {
                for year in 0..<3 {
                    try context.performAndWait {
                        context.make("Book", ["title": "B", "year": year])
                        try context.save()
                    }
                    Executions.current.sleep(for: .milliseconds(1))
                }
            }
        }
        #expect(found[.remoteChangesTold] == 3)
    }

    @Test func `A pin is a request, and renews its view after others' commits`() throws {
        let found = try counts { store in
            let (writer, reader) = (store.context("writer"), store.context("reader"))
            try reader.performAndWait {
                try reader.setQueryGenerationFrom(.current)
                _ = try reader.all("Book")
            }
            try writer.performAndWait {
                writer.make("Book", ["title": "B", "year": 1])
                try writer.save()
            }
            return {
                try reader.performAndWait {
                    try reader.setQueryGenerationFrom(.current)
                    _ = try reader.all("Book")
                }
            }
        }
        #expect(found[.storeRequests] == 2)
        #expect(found[.viewsRenewed] == 1)
    }

    @Test func `The objects of a notification count where somebody hears it`() throws {
        let found = try counts { store in
            let context = store.context("editor")
            let recorder = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
            return {
                context.performAndWait {
                    for _ in 0..<5 { context.make("Book") }
                    context.processPendingChanges()
                }
                withExtendedLifetime(recorder) {}
            }
        }
        #expect(found[.objectsNotified] == 5)
    }

    @Test func `A controller puts all results in order when one has changed`() throws {
        let found = try counts { store in
            let context = store.context("list")
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
                cacheName: nil)
            let delegate = SilentDelegate()
            controller.delegate = delegate
            try context.performAndWait { try controller.performFetch() }
            return {
                context.performAndWait {
                    context.make("Book", ["title": "B", "year": 3])
                    context.processPendingChanges()
                }
                withExtendedLifetime((controller, delegate)) {}
            }
        }
        #expect(found[.resultsOrdered] == 11)
        #expect(found[.resultsChanged] == 1)
    }

    @Test func `The instructions of a fetch and of a save are counted apart`() throws {
        let fetch = try counts { store in
            let context = store.context("reader")
            return { _ = try self.fetchAll(in: context) }
        }
        #expect(fetch[.sqlInstructions] > 10)
        #expect(fetch[.sqlWriteInstructions] == 0)
        func save(_ books: Int) throws -> WorkCounts {
            try counts { store in
                let context = store.context("saver")
                return {
                    try context.performAndWait {
                        for year in 0..<books {
                            context.make("Book", ["title": "B", "year": year])
                        }
                        try context.save()
                    }
                }
            }
        }
        let (one, ten) = (try save(1), try save(10))
        #expect(ten[.sqlWriteInstructions] > one[.sqlWriteInstructions] + 50)
        #expect(ten[.sqlInstructions] == one[.sqlInstructions])
    }

    @Test func `A longer search runs more instructions of SQLite's machine`() throws {
        func search(_ format: String) throws -> Int {
            try counts { store in
                let context = store.context("reader")
                return {
                    let count = try context.performAndWait {
                        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
                        request.predicate = NSPredicate(format: format)
                        return try context.count(for: request)
                    }
                    #expect(count == 0)
                }
            }[.sqlInstructions]
        }
        let short = try search("year > 100")
        let long = try search("year > 100 OR title == 'none'")
        #expect(short > 0)
        #expect(long > short)
        #expect(try search("year > 100 OR title == 'none'") == long)
    }
}

private final class SilentDelegate: NSObject, NSFetchedResultsControllerDelegate {}

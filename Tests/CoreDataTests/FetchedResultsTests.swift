import CoreData
import Foundation
import Testing

/// Six books by year, 0 to 5: two each of the titles a, b and c.
@Suite(.inVirtualTime) struct `Fetched results controllers` {
    private let store: TestStore
    private let context: NSManagedObjectContext
    private let recorder = ResultsRecorder()

    init() throws {
        store = try TestStore(options: [NSPersistentStoreConnectionPoolMaxSizeKey: 1])
        let context = store.context()
        self.context = context
        try context.performAndWait {
            for year in 0..<6 {
                context.make("Book", ["title": ["a", "b", "c"][year / 2], "year": year])
            }
            try context.save()
        }
    }

    private func controller(
        _ format: String? = nil, by path: String? = nil, following: Bool = true
    ) throws -> NSFetchedResultsController<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
        request.sortDescriptors = ["title", "year"].map {
            NSSortDescriptor(key: $0, ascending: true)
        }
        request.predicate = format.map { NSPredicate(format: $0) }
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: path,
            cacheName: "books")
        if following { controller.delegate = recorder }
        try controller.performFetch()
        return controller
    }

    private func years(_ controller: NSFetchedResultsController<NSManagedObject>) -> [Int?] {
        (controller.fetchedObjects ?? []).map { $0.int("year") }
    }

    private func book(_ year: Int) throws -> NSManagedObject {
        try #require(try context.all("Book", NSPredicate(format: "year == %d", year)).first)
    }

    /// All books by year: to be had before the first change, since a fetch ends the event.
    private func books() throws -> [NSManagedObject] {
        try context.all("Book", sortedBy: "year")
    }

    // MARK: Results

    @Test func `There are no results before the first fetch`() throws {
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
                cacheName: nil)
            #expect(controller.fetchedObjects == nil)
            #expect(controller.sections == nil)
            try controller.performFetch()
            #expect(years(controller) == Array(0..<6))
            #expect(controller.fetchRequest === request)
            #expect(controller.managedObjectContext === context)
        }
    }

    @Test func `Objects and index paths lead to each other`() throws {
        try context.performAndWait {
            let controller = try controller(by: "title")
            let path = IndexPath(item: 1, section: 2)
            let object = controller.object(at: path)
            #expect(object.int("year") == 5)
            #expect(controller.indexPath(forObject: object) == path)
            #expect(controller.indexPath(forObject: context.make("Book")) == nil)
            #expect(path.row == 1 && path.section == 2 && path == IndexPath(row: 1, section: 2))
        }
    }

    @Test func `Sections have names, counts, objects and titles`() throws {
        try context.performAndWait {
            try book(2).setValue(nil, forKey: "title")
            let sections = try #require(try controller(by: "title").sections)
            #expect(sections.map(\.name) == ["", "a", "b", "c"])
            #expect(sections.map(\.numberOfObjects) == [1, 2, 1, 2])
            #expect(sections.map(\.indexTitle) == [nil, "A", "B", "C"])
            let last = sections[3].objects as? [NSManagedObject]
            #expect(last?.map { $0.int("year") } == [4, 5])
        }
    }

    @Test func `Without a key path there is one section, even of nothing`() throws {
        try context.performAndWait {
            let controller = try controller("year > 100")
            #expect(controller.sections?.map(\.numberOfObjects) == [0])
            #expect(try self.controller("year > 100", by: "title").sections?.count == 0)
        }
    }

    @Test func `Index titles lead to sections`() throws {
        try context.performAndWait {
            try book(0).setValue("", forKey: "title")
            let controller = try controller(by: "title")
            #expect(controller.sections?.map(\.name) == ["", "a", "b", "c"])
            #expect(controller.sectionIndexTitles == ["A", "B", "C"])
            #expect(controller.section(forSectionIndexTitle: "B", at: 1) == 2)
        }
    }

    @Test func `An order that tears a section apart is an error`() throws {
        try context.performAndWait {
            try book(3).setValue("a", forKey: "title")
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context,
                sectionNameKeyPath: "title", cacheName: nil)
            let error = #expect(throws: NSError.self) { try controller.performFetch() }
            #expect(error?.localizedDescription.contains("index 3") == true)
        }
    }

    @Test func `A change that tears a section apart leaves the results as they were`() throws {
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context,
                sectionNameKeyPath: "title", cacheName: nil)
            controller.delegate = recorder
            try controller.performFetch()
            let torn = try book(0)
            torn.setValue(9, forKey: "year")
            context.processPendingChanges()
            #expect(recorder.take() == [])
            #expect(controller.sections?.map(\.numberOfObjects) == [2, 2, 2])
            torn.setValue(0, forKey: "year")
            context.make("Book", ["title": "d", "year": 10])
            context.processPendingChanges()
            #expect(controller.sections?.map(\.name) == ["a", "b", "c", "d"])
        }
    }

    @Test func `A deletion that is taken back in its event never happened`() throws {
        try context.performAndWait {
            let controller = try controller()
            let changes = NoteRecorder(.NSManagedObjectContextObjectsDidChange, context)
            let (first, second) = (try book(1), try book(2))
            context.delete(first)
            context.rollback()
            #expect(changes.objects(NSDeletedObjectsKey) == nil)
            context.delete(second)
            context.refresh(second, mergeChanges: false)
            context.processPendingChanges()
            #expect(years(controller) == Array(0..<6))
            context.delete(first)
            context.processPendingChanges()
            #expect(years(controller) == [0, 2, 3, 4, 5])
            context.rollback()
            #expect(years(controller) == Array(0..<6))
        }
    }

    @Test func `A request without an order traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let tests = try `Fetched results controllers`()
            _ = NSFetchedResultsController(
                fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Book"),
                managedObjectContext: tests.context, sectionNameKeyPath: nil, cacheName: nil)
        }
        #expect(said(result, "requires a fetch request with sort descriptors"))
    }

    @Test func `Sort descriptors may be empty, and what is new comes last`() throws {
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.sortDescriptors = []
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
                cacheName: nil)
            controller.delegate = recorder
            try controller.performFetch()
            let count = try #require(controller.fetchedObjects?.count)
            context.make("Book", ["year": 99])
            context.processPendingChanges()
            #expect(recorder.take() == ["will", "insert – 0.\(count)", "did"])
            #expect(controller.fetchedObjects?.last?.int("year") == 99)
        }
    }

    @Test func `A section that is deleted has no objects any more`() throws {
        try context.performAndWait {
            let counts = SectionCounts()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "year",
                cacheName: nil)
            controller.delegate = counts
            try controller.performFetch()
            context.delete(try #require(controller.fetchedObjects?.first))
            context.make("Book", ["year": 77])
            context.processPendingChanges()
            #expect(counts.deleted == [0])
            #expect(counts.inserted == [1])
        }
    }

    // MARK: Changes

    @Test func `Nothing is followed without a delegate`() throws {
        try context.performAndWait {
            let controller = try controller(following: false)
            context.make("Book", ["title": "z", "year": 9])
            context.processPendingChanges()
            #expect(years(controller) == Array(0..<6))
            controller.delegate = recorder
            context.make("Book", ["title": "z", "year": 10])
            context.processPendingChanges()
            #expect(years(controller) == Array(0..<6) + [10], "from now on")
            #expect(recorder.take() == ["will", "insert – 0.6", "did"])
            controller.delegate = nil
            context.make("Book", ["title": "z", "year": 11])
            context.processPendingChanges()
            #expect(years(controller).count == 7)
        }
    }

    @Test func `Insertions and deletions tell one index path each`() throws {
        try context.performAndWait {
            let controller = try controller()
            let books = try books()
            context.make("Book", ["title": "b", "year": 1])
            context.delete(books[5])
            context.processPendingChanges()
            #expect(recorder.take() == ["will", "delete 0.5 –", "insert – 0.2", "did"])
            #expect(years(controller) == [0, 1, 1, 2, 3, 4])
        }
    }

    @Test func `A change that keeps the place is an update, one that does not is a move`() throws {
        try context.performAndWait {
            let controller = try controller()
            try book(1).setValue(5.5, forKey: "price")
            context.processPendingChanges()
            #expect(recorder.take() == ["will", "update 0.1 0.1", "did"])
            try book(1).setValue("z", forKey: "title")
            context.processPendingChanges()
            #expect(recorder.take() == ["will", "move 0.1 0.5", "did"])
            #expect(years(controller) == [0, 2, 3, 4, 5, 1])
        }
    }

    @Test func `Two that change places are one move`() throws {
        try context.performAndWait {
            let controller = try controller()
            let books = try books()
            books[0].setValue(7, forKey: "year")
            books[1].setValue(6, forKey: "year")
            context.processPendingChanges()
            #expect(recorder.take().filter { $0.hasPrefix("move") }.count == 1)
            #expect(years(controller) == [1, 0, 2, 3, 4, 5].map { [7, 6, 2, 3, 4, 5][$0] })
        }
    }

    @Test func `Changed objects fall into the results and out of them`() throws {
        try context.performAndWait {
            let controller = try controller("year < 4")
            let books = try books()
            books[0].setValue(10, forKey: "year")
            books[5].setValue(3, forKey: "year")
            context.processPendingChanges()
            #expect(recorder.take() == ["will", "delete 0.0 –", "insert – 0.3", "did"])
            #expect(years(controller) == [1, 2, 3, 3])
            books[0].setValue(2.5, forKey: "price")
            context.make("Author", ["name": "x"])
            context.processPendingChanges()
            #expect(recorder.take() == [], "no change of the results")
        }
    }

    @Test func `Sections come and go with their objects`() throws {
        try context.performAndWait {
            let controller = try controller(by: "title")
            let books = try books()
            books[2].setValue("bb", forKey: "title")
            books[3].setValue("bb", forKey: "title")
            context.processPendingChanges()
            #expect(
                recorder.take() == [
                    "will", "delete section 1 b", "insert section 1 bb", "move 1.0 1.0",
                    "move 1.1 1.1", "did",
                ])
            context.delete(books[0])
            context.delete(books[1])
            context.processPendingChanges()
            #expect(
                recorder.take() == [
                    "will", "delete section 0 a", "delete 0.0 –", "delete 0.1 –", "did",
                ])
            #expect(controller.sections?.map(\.name) == ["bb", "c"])
        }
    }

    @Test func `A move to another section tells both index paths`() throws {
        try context.performAndWait {
            let controller = try controller(by: "title")
            let books = try books()
            books[0].setValue("c", forKey: "title")
            context.processPendingChanges()
            #expect(recorder.take() == ["will", "move 0.0 2.0", "did"])
            #expect(controller.indexPath(forObject: books[0]) == IndexPath(row: 0, section: 2))
        }
    }

    @Test func `Without sections the changes come as a difference of IDs too`() throws {
        try context.performAndWait {
            let controller = try controller()
            let books = try books()
            let before = (controller.fetchedObjects ?? []).map(\.objectID)
            books[0].setValue("z", forKey: "title")
            books[4].setValue(1.5, forKey: "price")
            context.delete(books[3])
            context.make("Book", ["title": "b", "year": 0])
            context.processPendingChanges()
            let difference = try #require(recorder.difference)
            let after = (controller.fetchedObjects ?? []).map(\.objectID)
            #expect(before.applying(difference) == after)
            #expect(difference.insertions.count == 2 && difference.removals.count == 2)
        }
    }

    @Test func `The delegate's controller equals the one that was made`() throws {
        try context.performAndWait {
            let controller = try controller()
            context.make("Book", ["title": "z"])
            context.processPendingChanges()
            #expect(recorder.controllers == [controller])
            let other = try self.controller(following: false)
            #expect(recorder.controllers != [other])
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: true)]
            let erased = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
                cacheName: nil)
            erased.delegate = recorder
            controller.delegate = nil
            try erased.performFetch()
            context.make("Book", ["title": "z"])
            context.processPendingChanges()
            #expect(recorder.controllers.last === erased, "the same where the types allow it")
        }
    }

    // MARK: Other contexts

    @Test func `Merged changes are followed with one query for all that is new`() throws {
        let other = store.context("other")
        try context.performAndWait {
            let controller = try controller("year != 7")
            nonisolated(unsafe) var saved: Notification?
            let observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: other, queue: nil
            ) { saved = $0 }
            defer { NotificationCenter.default.removeObserver(observer) }
            try other.performAndWait {
                for year in 6..<10 { other.make("Book", ["title": "d", "year": year]) }
                let first = try #require(try other.all("Book", sortedBy: "year").first)
                first.setValue("far", forKey: "title")
                other.delete(
                    try #require(try other.all("Book", NSPredicate(format: "year == 3")).first))
                try other.save()
                other.reset()
            }
            let counter = StatementCounter(store.coordinator)
            context.mergeChanges(fromContextDidSave: try #require(saved))
            #expect(counter.take().filter { $0.contains("json_each") }.count == 1)
            #expect(
                recorder.take() == [
                    "will", "delete 0.3 –", "insert – 0.5", "insert – 0.6", "insert – 0.7", "did",
                    "will", "move 0.0 0.7", "did",
                ], "what the context had no values of comes after the rest")
            #expect(years(controller) == [1, 2, 4, 5, 6, 8, 9, 0])
        }
    }

    @Test func `A merged update is followed though the context never had the object's values`()
        throws
    {
        let other = store.context("other")
        try context.performAndWait {
            context.reset()
            let outside = try controller("year > 3")
            let inside = try controller("year < 2", following: false)
            let insider = ResultsRecorder()
            inside.delegate = insider
            nonisolated(unsafe) var saved: Notification?
            let observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: other, queue: nil
            ) { saved = $0 }
            defer { NotificationCenter.default.removeObserver(observer) }
            try other.performAndWait {
                for book in try other.all("Book", NSPredicate(format: "year IN %@", [0, 3])) {
                    book.setValue(10 + (book.int("year") ?? 0), forKey: "year")
                }
                try other.save()
                other.reset()
            }
            context.mergeChanges(fromContextDidSave: try #require(saved))
            #expect(recorder.take() == ["will", "insert – 0.0", "insert – 0.1", "did"])
            #expect(years(outside) == [10, 13, 4, 5])
            #expect(insider.take() == ["will", "delete 0.0 –", "did"])
            #expect(years(inside) == [1])
        }
    }

    @Test func `A merged insertion that is gone again is none of the results`() throws {
        let other = store.context("other")
        try context.performAndWait {
            let controller = try controller()
            nonisolated(unsafe) var saved: [Notification] = []
            let observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: other, queue: nil
            ) { saved.append($0) }
            defer { NotificationCenter.default.removeObserver(observer) }
            try other.performAndWait {
                let book = other.make("Book", ["title": "d", "year": 6])
                try other.save()
                other.delete(book)
                try other.save()
            }
            #expect(saved.count == 2)
            for notification in saved { context.mergeChanges(fromContextDidSave: notification) }
            #expect(years(controller) == Array(0..<6))
        }
    }

    @Test(arguments: [false, true])
    func `Results are in order where a delegate before it has changed another object`(
        isSaved: Bool
    ) throws {
        try context.performAndWait {
            for (index, book) in try books().enumerated() {
                book.setValue("a", forKey: "title")
                book.setValue(10 * index, forKey: "year")
            }
            try context.save()
            let first = try controller(following: false)
            let second = try controller()
            let changing = ChangingDelegate()
            changing.act = { [context] in
                (try? context.all("Book", NSPredicate(format: "year == 30")))?.first?
                    .setValue(5, forKey: "year")
                if isSaved { try? context.save() }
            }
            first.delegate = changing
            // The second one followed first: it comes after one that follows now.
            second.delegate = nil
            second.delegate = recorder
            context.make("Book", ["title": "a", "year": 25])
            context.processPendingChanges()
            context.processPendingChanges()
            for controller in [first, second] {
                #expect(years(controller) == [0, 5, 10, 20, 25, 40, 50])
            }
        }
    }

    @Test func `What cannot be read is not taken for deleted`() throws {
        try context.performAndWait {
            let controller = try controller()
            let ids = (controller.fetchedObjects ?? []).map(\.objectID)
            _ = try store.sql("ALTER TABLE ZBOOK RENAME TO ZLOST")
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSUpdatedObjectIDsKey: ids], into: [context])
            context.make("Book", ["title": "b", "year": 10])
            context.refreshAllObjects()
            #expect(recorder.take() == [])
            #expect(controller.fetchedObjects?.count == 6)
        }
    }

    @Test func `Invalidated objects are taken for deleted`() throws {
        try context.performAndWait {
            let controller = try controller()
            NotificationCenter.default.post(
                name: .NSManagedObjectContextObjectsDidChange, object: context,
                userInfo: [NSInvalidatedObjectsKey: Set([try book(2)])])
            #expect(recorder.take() == ["will", "delete 0.2 –", "did"])
            #expect(years(controller) == [0, 1, 3, 4, 5])
        }
    }

    @Test func `After a reset the results are void until the next fetch`() throws {
        try context.performAndWait {
            let controller = try controller()
            context.reset()
            context.make("Book", ["title": "z", "year": 6])
            context.processPendingChanges()
            #expect(recorder.take() == [])
            #expect(controller.fetchedObjects == nil)
            try controller.performFetch()
            #expect(years(controller) == Array(0..<7))
            context.make("Book", ["title": "z", "year": 7])
            context.processPendingChanges()
            #expect(recorder.take() == ["will", "insert – 0.7", "did"])
        }
    }

    @Test func `A batch size is kept to`() throws {
        try context.performAndWait {
            context.reset()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: true)]
            request.fetchBatchSize = 2
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
                cacheName: nil)
            let counter = StatementCounter(store.coordinator)
            try controller.performFetch()
            #expect(counter.take().count == 1)
            #expect(controller.object(at: IndexPath(row: 4, section: 0)).int("year") == 4)
            #expect(controller.object(at: IndexPath(row: 5, section: 0)).int("year") == 5)
            #expect(counter.take().count == 1)
        }
    }
}

/// Does something of an app's own, once, after its results have changed.
private final class ChangingDelegate: NSObject, NSFetchedResultsControllerDelegate {
    var act: (() -> Void)?

    func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        let act = act
        self.act = nil
        act?()
    }
}

/// Records the number of a section's objects when it comes or goes.
private final class SectionCounts: NSObject, NSFetchedResultsControllerDelegate {
    private(set) var deleted: [Int] = []
    private(set) var inserted: [Int] = []

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo,
        atSectionIndex sectionIndex: Int, for type: NSFetchedResultsChangeType
    ) {
        #expect(sectionInfo.objects?.count == sectionInfo.numberOfObjects)
        if type == .delete {
            deleted.append(sectionInfo.numberOfObjects)
        } else {
            inserted.append(sectionInfo.numberOfObjects)
        }
    }
}

import CoreData
import Foundation
import Testing

/// Two contexts change one book: title and year in this one, year and price in the other.
///
///     saving context            other context
///     reads A, 1, 1.0           reads A, 1, 1.0
///     title = "mine", year = 2
///                               year = 3, price = 3.0, saves
///     saves: conflict
@Suite(.inVirtualTime) struct `Conflicts` {
    private func run(
        _ policy: NSMergePolicy,
        _ check: (TestStore, NSManagedObjectContext, NSError?) throws -> Void
    ) throws {
        let store = try TestStore()
        let mine = store.context("mine")
        let other = store.context("other")
        try mine.performAndWait {
            mine.mergePolicy = policy
            let book = mine.make("Book", ["title": "A", "year": 1, "price": 1.0])
            try mine.save()
            book.setValue("mine", forKey: "title")
            book.setValue(2, forKey: "year")
            try other.performAndWait {
                let same = try #require(try other.all("Book").first)
                same.setValue(3, forKey: "year")
                same.setValue(3.0, forKey: "price")
                try other.save()
            }
            var failure: NSError?
            do { try mine.save() } catch { failure = error as NSError }
            try check(store, mine, failure)
        }
    }

    private func row(_ store: TestStore) throws -> [String?] {
        try store.sql("SELECT ZTITLE, ZYEAR, ZPRICE, Z_OPT FROM ZBOOK")[0]
    }

    @Test func `The error policy fails the save with the list of conflicts`() throws {
        try run(.error) { store, context, error throws in
            #expect(error?.code == NSManagedObjectMergeError)
            let key = NSPersistentStoreSaveConflictsErrorKey
            let conflicts = error?.userInfo[key] as? [NSMergeConflict]
            let conflict = try #require(conflicts?.first)
            #expect(conflict.oldVersionNumber == 1)
            #expect(conflict.newVersionNumber == 2)
            #expect((conflict.cachedSnapshot?["year"] as? NSNumber)?.intValue == 3)
            #expect(conflict.persistedSnapshot == nil)
            #expect(context.updatedObjects.count == 1)
            #expect(try row(store) == ["A", "3", "3.0", "2"])
        }
    }

    @Test func `Object trump keeps this context's properties and the store's others`() throws {
        try run(.mergeByPropertyObjectTrump) { store, _, error throws in
            #expect(error == nil)
            #expect(try row(store) == ["mine", "2", "3.0", "3"])
        }
    }

    @Test func `Store trump keeps the store's where both changed, else this context's`() throws {
        try run(.mergeByPropertyStoreTrump) { store, _, error throws in
            #expect(error == nil)
            #expect(try row(store) == ["mine", "3", "3.0", "3"])
        }
    }

    @Test func `Overwrite writes this context's whole object`() throws {
        try run(.overwrite) { store, _, error throws in
            #expect(error == nil)
            #expect(try row(store) == ["mine", "2", "1.0", "3"])
        }
    }

    @Test func `Rollback takes the store's whole object`() throws {
        try run(.rollback) { store, context, error throws in
            #expect(error == nil)
            #expect(!context.hasChanges)
            #expect(try row(store) == ["A", "3", "3.0", "2"])
            #expect(try context.all("Book").first?.int("year") == 3)
        }
    }

    @Test func `A row that another coordinator changed is a conflict with the store`() throws {
        let store = try TestStore()
        let elsewhere = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
        try elsewhere.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: store.url)
        let mine = store.context("mine")
        let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        other.persistentStoreCoordinator = elsewhere
        try mine.performAndWait {
            let book = mine.make("Book", ["title": "A"])
            try mine.save()
            book.setValue("B", forKey: "title")
            try other.performAndWait {
                try other.all("Book").first?.setValue("C", forKey: "title")
                try other.save()
            }
            let error = #expect(throws: NSError.self) { try mine.save() }
            let key = NSPersistentStoreSaveConflictsErrorKey
            let conflict = try #require((error?.userInfo[key] as? [NSMergeConflict])?.first)
            #expect(conflict.persistedSnapshot?["title"] as? String == "C")
            mine.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try mine.save()
        }
        #expect(try store.sql("SELECT ZTITLE, Z_OPT FROM ZBOOK") == [["B", "3"]])
        for opened in elsewhere.persistentStores { try elsewhere.remove(opened) }
    }

    @Test func `All rows that another coordinator changed are conflicts of one save`() throws {
        let store = try TestStore()
        let elsewhere = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
        try elsewhere.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: store.url)
        let mine = store.context("mine")
        let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        other.persistentStoreCoordinator = elsewhere
        try mine.performAndWait {
            let books = (0..<50).map { mine.make("Book", ["year": $0]) }
            try mine.save()
            for book in books.dropLast(10) { book.setValue("mine", forKey: "title") }
            books.suffix(10).forEach(mine.delete)
            try other.performAndWait {
                for book in try other.all("Book") { book.setValue(7, forKey: "year") }
                try other.save()
            }
            let error = #expect(throws: NSError.self) { try mine.save() }
            let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey]
            #expect((conflicts as? [NSMergeConflict])?.count == 50)
            mine.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try mine.save()
        }
        let rows = try store.sql("SELECT DISTINCT ZTITLE, ZYEAR, Z_OPT, count(*) FROM ZBOOK")
        #expect(rows == [["mine", "7", "3", "40"]])
        for opened in elsewhere.persistentStores { try elsewhere.remove(opened) }
    }

    @Test func `An object that another context deleted is deleted here, or saved anew`() throws {
        for policy in [NSMergePolicy.rollback, .mergeByPropertyObjectTrump] {
            let store = try TestStore()
            let mine = store.context("mine")
            let other = store.context("other")
            try mine.performAndWait {
                mine.mergePolicy = policy
                let book = mine.make("Book", ["title": "A"])
                try mine.save()
                book.setValue("B", forKey: "title")
                try other.performAndWait {
                    other.delete(try #require(try other.all("Book").first))
                    try other.save()
                }
                try mine.save()
                #expect(!mine.hasChanges)
            }
            let titles = try store.sql("SELECT ZTITLE FROM ZBOOK")
            #expect(titles == (policy === NSMergePolicy.rollback ? [] : [["B"]]))
        }
    }
}

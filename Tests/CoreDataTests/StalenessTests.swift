import CoreData
import Execution
import Foundation
import Testing

/// Rows that change in the store past the row cache, and contexts that look at their age.
@Suite struct `Staleness and retention` {
    /// A book that a context keeps in the row cache with the title A, while the store has B.
    private func makeStale(
        _ check: (TestStore, NSManagedObjectID) throws -> Void
    ) throws {
        let store = try TestStore()
        let keeper = store.context("keeper")
        try keeper.performAndWait {
            let book = keeper.make("Book", ["title": "A"])
            try keeper.save()
            _ = try store.sql("UPDATE ZBOOK SET ZTITLE = 'B', Z_OPT = Z_OPT + 1")
            try check(store, book.objectID)
            withExtendedLifetime(book) {}
        }
    }

    @Test func `By default a fault is fulfilled from the row cache, however old it is`() throws {
        try makeStale { store, id in
            let context = store.context()
            try context.performAndWait {
                #expect(context.stalenessInterval < 0)
                let book = context.object(with: id)
                #expect(book.text("title") == "A")
                context.refresh(book, mergeChanges: true)
                #expect(book.text("title") == "A")
                // A fetch goes to the store, but leaves loaded values alone.
                let found = try context.all("Book", NSPredicate(format: "title == 'B'"))
                #expect(found == [book])
                #expect(book.text("title") == "A")
            }
        }
    }

    @Test func `An interval of 0 reads the store for each fault`() throws {
        try makeStale { store, id in
            let context = store.context()
            context.stalenessInterval = 0
            context.performAndWait {
                let book = context.object(with: id)
                #expect(book.text("title") == "B")
            }
        }
    }

    @Test func `A row that a fault was given before gives way to the interval`() throws {
        try makeStale { store, id in
            let context = store.context()
            try context.performAndWait {
                // Its row is read, and the book is a fault.
                _ = try store.sql("UPDATE ZBOOK SET ZTITLE = 'C', Z_OPT = Z_OPT + 1")
                let book = try #require(try context.all("Book").first)
                #expect(book.isFault)
                _ = try store.sql("UPDATE ZBOOK SET ZTITLE = 'D', Z_OPT = Z_OPT + 1")
                context.stalenessInterval = 0
                #expect(try context.all("Book") == [book])
                #expect(book.text("title") == "D")
            }
        }
    }

    @Test func `An interval does not affect objects in use`() throws {
        try makeStale { store, id in
            let context = store.context()
            context.performAndWait {
                let book = context.object(with: id)
                #expect(book.text("title") == "A")
                context.stalenessInterval = 0
                #expect(book.text("title") == "A")
                context.refresh(book, mergeChanges: true)
                #expect(book.text("title") == "B")
            }
        }
    }

    @Test func `An interval reads the store once a row is older`() throws {
        let clock = ShiftedExecution()
        try Executions.$current.withValue(clock) {
            let store = try TestStore()
            let context = store.context()
            let other = store.context("other")
            // The clock runs on beside its leaps, and a busy machine may take seconds in between.
            context.stalenessInterval = 3_600
            try context.performAndWait {
                let book = context.make("Book", ["title": "A"])
                try context.save()
                context.refresh(book, mergeChanges: false)
                // The first question of that kind finds a row of unknown age, and reads it again.
                #expect(book.text("title") == "A")
                let seen = try other.performAndWait {
                    try other.existingObject(with: book.objectID)
                }
                _ = try store.sql("UPDATE ZBOOK SET ZTITLE = 'B', Z_OPT = Z_OPT + 1")
                clock.advance(by: .seconds(1_800))
                context.refresh(book, mergeChanges: false)
                #expect(book.text("title") == "A")
                clock.advance(by: .seconds(1_800))
                context.refresh(book, mergeChanges: false)
                #expect(book.text("title") == "B")
                withExtendedLifetime(seen) {}
            }
        }
    }

    /// A context's unsaved row lies beside the saved one that others share.
    @Test func `A fetch does not show a context's unsaved values to others`() throws {
        let store = try TestStore()
        let (mine, other) = (store.context("mine"), store.context("other"))
        try mine.performAndWait {
            let book = mine.make("Book", ["title": "saved"])
            try mine.save()
            let id = book.objectID
            book.setValue("unsaved", forKey: "title")
            let found = try mine.all("Book")
            #expect(found == [book])
            other.performAndWait {
                #expect(other.object(with: id).text("title") == "saved")
            }
        }
    }

    @Test func `A context holds only what is to be saved`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            for title in ["A", "B"] { context.make("Book", ["title": title]) }
            #expect(context.registeredObjects.count == 2)
            try context.save()
            #expect(context.registeredObjects.isEmpty)
            try context.all("Book", NSPredicate(format: "title == 'A'")).first?
                .setValue(1, forKey: "year")
            #expect(context.registeredObjects.count == 1)
        }
    }

    @Test func `A context that retains its objects holds them until it is told otherwise`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            #expect(!context.retainsRegisteredObjects)
            context.retainsRegisteredObjects = true
            context.make("Book", ["title": "A"])
            try context.save()
            #expect(context.registeredObjects.count == 1)
            #expect(try context.all("Book").count == 1)
            #expect(context.registeredObjects.count == 1)
            context.retainsRegisteredObjects = false
            #expect(context.registeredObjects.isEmpty)
            _ = try context.all("Book")
            #expect(context.registeredObjects.isEmpty)
        }
    }

    @Test func `A context that retains its objects goes with them`() throws {
        let store = try TestStore()
        weak var object: NSManagedObject?
        weak var gone: NSManagedObjectContext?
        do {
            let context = store.context()
            context.performAndWait {
                context.retainsRegisteredObjects = true
                object = context.make("Book")
            }
            gone = context
        }
        #expect(gone == nil)
        #expect(object == nil)
    }
}

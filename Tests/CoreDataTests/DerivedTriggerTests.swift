import CoreData
import Foundation
import Testing

/// Stores with the triggers by which Apple's framework keeps derived attributes: each reports its
/// writes to a function that only Core Data's connections have.
@Suite(.inVirtualTime) struct `Triggers of derived attributes` {
    /// `Author.born` counts books, and `Book.price` has the date of the last change.
    private func store() throws -> TestStore {
        let store = try TestStore()
        try store.close()
        let count = """
            UPDATE ZAUTHOR SET ZBORN = (SELECT IFNULL(COUNT(ZAUTHOR), 0) FROM ZBOOK \
            WHERE ZAUTHOR = ZAUTHOR.Z_PK)
            """
        for (name, event, row) in [
            ("INSERT", "AFTER INSERT", "NEW"), ("DELETE", "AFTER DELETE", "OLD"),
            ("UPDATE", "AFTER UPDATE OF ZAUTHOR", "NEW"),
        ] {
            _ = try store.sql(
                """
                CREATE TRIGGER Z_DA_ZBOOK_Book_author_\(name) \(event) ON ZBOOK FOR EACH ROW BEGIN \
                \(count) WHERE Z_PK = \(row).ZAUTHOR; \
                SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZAUTHOR', Z_ENT, Z_PK, \
                'born', ZBORN) FROM ZAUTHOR WHERE Z_PK = \(row).ZAUTHOR; END
                """)
        }
        for (name, event) in [("INSERT", "AFTER INSERT"), ("UPDATE", "AFTER UPDATE OF Z_OPT")] {
            let function =
                name == "INSERT"
                ? "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"
                : "NSCoreDataDATriggerUpdatedAffectedObjectValue"
            _ = try store.sql(
                """
                CREATE TRIGGER Z_DA_ZBOOK_Book_price_\(name) \(event) ON ZBOOK FOR EACH ROW BEGIN \
                UPDATE ZBOOK SET ZPRICE = NSCoreDataNow() WHERE Z_PK = NEW.Z_PK; \
                SELECT \(function)('ZBOOK', Z_ENT, Z_PK, 'price', ZPRICE) FROM ZBOOK \
                WHERE Z_PK = NEW.Z_PK; END
                """)
        }
        try store.open()
        return store
    }

    @Test func `A store with them is saved to, and shows what they wrote once refreshed`() throws {
        let store = try store()
        let context = store.context(), reader = store.context("reader")
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            try context.save()
            let seen = try reader.performAndWait { try #require(try reader.all("Author").first) }
            let book = context.make("Book", ["title": "A", "author": author])
            context.make("Book", ["title": "B", "author": author])
            try context.save()
            #expect(try store.sql("SELECT ZBORN FROM ZAUTHOR") == [["2"]])
            context.refresh(author, mergeChanges: false)
            #expect(author.int("born") == 2)
            reader.performAndWait {
                reader.refresh(seen, mergeChanges: false)
                #expect(seen.int("born") == 2)
            }
            // The date that the first save wrote is not written over by the next.
            context.refresh(book, mergeChanges: false)
            #expect((book.value(forKey: "price") as? Double ?? 0) > 0)
            book.setValue("C", forKey: "title")
            try context.save()
            context.delete(book)
            try context.save()
            context.refresh(author, mergeChanges: false)
            #expect(author.int("born") == 1)
        }
    }

    @Test func `Batch requests run them, too`() throws {
        let store = try store()
        let context = store.context()
        try context.performAndWait {
            context.make("Book", ["title": "A", "author": context.make("Author", ["name": "x"])])
            try context.save()
            try context.execute(
                NSBatchInsertRequest(entityName: "Book", objects: [["title": "B"]]))
            let update = NSBatchUpdateRequest(entityName: "Book")
            update.propertiesToUpdate = ["title": "C"]
            try context.execute(update)
            try context.execute(
                NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Book")))
        }
        #expect(try store.sql("SELECT ZBORN FROM ZAUTHOR") == [["0"]])
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["0"]])
    }

    @Test func `The functions take any number of arguments, and give nothing`() throws {
        let store = try TestStore()
        try store.close()
        let calls = [
            "NSCoreDataDATriggerUpdatedAffectedObjectValue()",
            "NSCoreDataDATriggerUpdatedAffectedObjectValue('ZTAG', NEW.Z_ENT)",
            "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('x', 'y', 'z', 1, 2, 3)",
            "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue(1, 99, -1)",
            "NSCoreDataTriggerUpdateAffectedObjectValue(NULL, 9223372036854775807, 0, 0, 0)",
        ]
        let selects = calls.map { "SELECT \($0);" }.joined(separator: " ")
        _ = try store.sql("CREATE TRIGGER t AFTER INSERT ON ZTAG FOR EACH ROW BEGIN \(selects) END")
        try store.open()
        let context = store.context()
        try context.performAndWait {
            context.make("Tag", ["name": "x"])
            try context.save()
        }
        #expect(try store.sql("SELECT ZNAME FROM ZTAG") == [["x"]])
    }
}

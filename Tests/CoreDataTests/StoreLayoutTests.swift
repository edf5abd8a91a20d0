import CoreData
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Store layout` {
    private let store: TestStore

    init() throws {
        store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            let date = Date(timeIntervalSinceReferenceDate: 86_400.5)
            context.make(
                "Book",
                [
                    "title": "A", "year": 1961, "price": 9.5, "added": date, "isLent": true,
                    "cover": Data([1, 2, 255]), "author": author, "note": "not stored",
                    "tags": Set([context.make("Tag", ["name": "sf"])]),
                ])
            try context.save()
        }
    }

    @Test func `The file is in Apple's format of pages, log and vacuum`() throws {
        #expect(try store.sql("PRAGMA page_size") == [["4096"]])
        #expect(try store.sql("PRAGMA journal_mode") == [["wal"]])
        #expect(try store.sql("PRAGMA auto_vacuum") == [["2"]])
        #expect(try store.sql("PRAGMA user_version") == [["0"]])
        #expect(try store.sql("PRAGMA integrity_check") == [["ok"]])
    }

    @Test func `There is a table for each entity, each many-to-many, and the keys`() throws {
        let tables = try store.sql(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        #expect(
            tables.flatMap { $0 } == [
                "ZAUTHOR", "ZBOOK", "ZTAG", "Z_2TAGS", "Z_METADATA", "Z_MODELCACHE",
                "Z_PRIMARYKEY",
            ])
        let columns = try store.sql("SELECT name, type FROM pragma_table_info('ZBOOK')")
        #expect(
            columns == [
                ["Z_PK", "INTEGER"], ["Z_ENT", "INTEGER"], ["Z_OPT", "INTEGER"],
                ["ZAUTHOR", "INTEGER"], ["ZISLENT", "INTEGER"], ["ZYEAR", "INTEGER"],
                ["ZADDED", "TIMESTAMP"], ["ZPRICE", "FLOAT"], ["ZTITLE", "VARCHAR"],
                ["ZCOVER", "BLOB"],
            ])
        let joined = try store.sql("SELECT name FROM pragma_table_info('Z_2TAGS')")
        #expect(joined == [["Z_2BOOKS"], ["Z_3TAGS"]])
    }

    @Test func `To-ones and the model's indexes are indexed under Apple's names`() throws {
        let indexes = try store.sql(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT NULL ORDER BY name")
        #expect(
            indexes.flatMap { $0 } == [
                "ZBOOK_ZAUTHOR_INDEX", "Z_2TAGS_Z_3TAGS_INDEX", "Z_Book_byTitle",
            ])
    }

    @Test func `Entities are numbered by name, and their highest keys kept`() throws {
        #expect(
            try store.sql("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1") == [
                ["1", "Author", "0", "1"], ["2", "Book", "0", "1"], ["3", "Tag", "0", "1"],
            ])
    }

    @Test func `Keys are taken behind what others took, however they came to be there`() throws {
        let context = store.context("mine")
        try context.performAndWait {
            context.make("Tag")
            try context.save()
            // Another process took nine keys, and a save that fails gives its own back.
            _ = try store.sql("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 9 WHERE Z_NAME = 'Tag'")
            _ = try store.sql(
                """
                CREATE TRIGGER refusal BEFORE INSERT ON ZTAG WHEN NEW.ZNAME = 'no' \
                BEGIN SELECT RAISE(ABORT, 'no'); END
                """)
            let refused = context.make("Tag", ["name": "no"])
            #expect(throws: NSError.self) { try context.save() }
            refused.setValue("yes", forKey: "name")
            try context.save()
            context.make("Tag")
            try context.save()
        }
        #expect(
            try store.sql("SELECT Z_PK FROM ZTAG ORDER BY 1")
                == [["1"], ["2"], ["12"], ["13"]])
        #expect(
            try store.sql("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'") == [["13"]])
    }

    @Test func `Values lie as Apple's stores hold them, dates as seconds since 2001`() throws {
        let row = try store.sql(
            """
            SELECT Z_PK, Z_ENT, Z_OPT, ZTITLE, ZYEAR, ZPRICE, ZADDED, ZISLENT, hex(ZCOVER), \
            ZAUTHOR FROM ZBOOK
            """)
        #expect(row == [["1", "2", "1", "A", "1961", "9.5", "86400.5", "1", "0102FF", "1"]])
        #expect(try store.sql("SELECT Z_2BOOKS, Z_3TAGS FROM Z_2TAGS") == [["1", "1"]])
    }

    @Test func `The metadata have the store's identifier, type and model`() throws {
        let persistent = try #require(store.coordinator.persistentStores.first)
        #expect(
            try store.sql("SELECT Z_VERSION, Z_UUID FROM Z_METADATA")
                == [["1", persistent.identifier]])
        let metadata = store.coordinator.metadata(for: persistent)
        #expect(metadata[NSStoreTypeKey] as? String == NSSQLiteStoreType)
        #expect(metadata[NSStoreUUIDKey] as? String == persistent.identifier)
        let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
        #expect(hashes?.keys.sorted() == ["Author", "Book", "Tag"])
        #expect(try store.sql("SELECT typeof(Z_PLIST) FROM Z_METADATA") == [["blob"]])
    }

    @Test func `Versions begin with 1 and rise with each save of the row`() throws {
        let context = store.context()
        try context.performAndWait {
            let book = try #require(try context.all("Book").first)
            for year in 0..<3 {
                book.setValue(year, forKey: "year")
                try context.save()
            }
        }
        #expect(try store.sql("SELECT Z_OPT FROM ZBOOK") == [["4"]])
        #expect(try store.sql("SELECT Z_OPT FROM ZAUTHOR") == [["1"]])
    }
}

import CSQLite
import CoreData
import Foundation
import Testing

/// Accidents of a store's file: the error names them, nothing is lost, and a later save succeeds.
@Suite(.inVirtualTime) struct `Store errors` {
    private static let vfsName = "LabSQLiteVFSName"

    /// Expects a Cocoa error with SQLite's extended code and text in it.
    private func expect(
        _ error: NSError?, _ code: Int, sqlite: Int32, _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(error?.domain == NSCocoaErrorDomain, sourceLocation: location)
        #expect(error?.code == code, "\(String(describing: error))", sourceLocation: location)
        let number = error?.userInfo[NSSQLiteErrorDomain] as? NSNumber
        #expect(number?.int32Value == sqlite, sourceLocation: location)
        let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(cause?.domain == NSSQLiteErrorDomain, sourceLocation: location)
        #expect(cause?.code == Int(sqlite), sourceLocation: location)
        #expect(cause?.localizedDescription.isEmpty == false, sourceLocation: location)
    }

    @Test(arguments: [
        (SQLITE_FULL, SQLITE_FULL, CocoaError.fileWriteOutOfSpace.rawValue),
        (SQLITE_IOERR | 3 << 8, SQLITE_IOERR | 3 << 8, NSSQLiteError),
        (SQLITE_READONLY, SQLITE_READONLY, CocoaError.fileWriteNoPermission.rawValue),
    ])
    func `A write that fails leaves everything pending, and the next save succeeds`(
        _ fault: Int32, _ sqlite: Int32, _ code: Int
    ) throws {
        let files = FaultyFiles()
        let store = try TestStore(options: [Self.vfsName: files.name])
        let context = store.context()
        try context.performAndWait {
            let kept = context.make("Book", ["title": "kept"])
            let gone = context.make("Book", ["title": "gone"])
            try context.save()
            kept.setValue("changed", forKey: "title")
            context.delete(gone)
            let new = context.make("Book", ["title": "new"])
            files.fault = fault
            for _ in 0..<2 {
                expect(#expect(throws: NSError.self) { try context.save() }, code, sqlite: sqlite)
            }
            #expect(context.insertedObjects == [new] && new.objectID.isTemporaryID)
            #expect(context.updatedObjects == [kept] && kept.text("title") == "changed")
            #expect(context.deletedObjects == [gone])
            #expect(
                try store.sql("SELECT ZTITLE, Z_OPT FROM ZBOOK ORDER BY 1")
                    == [["gone", "1"], ["kept", "1"]])
            files.fault = SQLITE_OK
            try context.save()
            #expect(!context.hasChanges)
        }
        #expect(
            try store.sql("SELECT ZTITLE, Z_OPT FROM ZBOOK ORDER BY 1")
                == [["changed", "2"], ["new", "1"]])
        #expect(try store.sql("PRAGMA integrity_check") == [["ok"]])
        try store.close()
    }

    @Test func `A store that another process holds is a timeout, and free again it takes the save`()
        throws
    {
        let store = try TestStore(options: [NSPersistentStoreTimeoutOption: NSNumber(value: 0.05)])
        var other: OpaquePointer?
        try #require(sqlite3_open(store.url.path, &other) == SQLITE_OK)
        defer { sqlite3_close(other) }
        let context = store.context()
        try context.performAndWait {
            let book = context.make("Book", ["title": "A"])
            try #require(sqlite3_exec(other, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
            expect(
                #expect(throws: NSError.self) { try context.save() }, NSPersistentStoreTimeoutError,
                sqlite: SQLITE_BUSY)
            #expect(context.insertedObjects == [book])
            sqlite3_exec(other, "ROLLBACK", nil, nil, nil)
            try context.save()
        }
        #expect(try store.titles() == ["A"])
    }

    @Test func `A file deleted under an open coordinator is no place to save to`() throws {
        let store = try TestStore()
        let context = store.context()
        let aside = store.folder.appendingPathComponent("aside.sqlite")
        try context.performAndWait {
            let book = context.make("Book", ["title": "A"])
            try context.save()
            book.setValue("B", forKey: "title")
            try FileManager.default.moveItem(at: store.url, to: aside)
            expect(
                #expect(throws: NSError.self) { try context.save() },
                CocoaError.fileNoSuchFile.rawValue, sqlite: SQLITE_READONLY | 4 << 8)
            let another = context.make("Book", ["title": "C"])
            expect(
                #expect(throws: NSError.self) { try context.obtainPermanentIDs(for: [another]) },
                CocoaError.fileNoSuchFile.rawValue, sqlite: SQLITE_READONLY | 4 << 8)
            #expect(context.updatedObjects == [book] && context.insertedObjects == [another])
            try FileManager.default.moveItem(at: aside, to: store.url)
            try context.save()
        }
        #expect(try store.titles() == ["B", "C"])
    }

    @Test func `A damaged page is an error with SQLite's code, and not a wrong result`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            for year in 0..<500 {
                context.make("Book", ["year": year, "title": String(repeating: "x", count: 100)])
            }
            try context.save()
        }
        try store.close()
        var data = try Data(contentsOf: store.url)
        let root = try #require(
            try store.sql("SELECT rootpage FROM sqlite_master WHERE name = 'ZBOOK'")[0][0]
                .flatMap(Int.init))
        for index in (root - 1) * 4096..<root * 4096 { data[index] = 0xAB }
        try data.write(to: store.url)
        try store.open()
        let reader = store.context()
        try reader.performAndWait {
            let error = #expect(throws: NSError.self) { try reader.all("Book") }
            #expect(error?.code == CocoaError.fileReadCorruptFile.rawValue)
            let number = error?.userInfo[NSSQLiteErrorDomain] as? NSNumber
            #expect(number.map { $0.int32Value & 0xFF } == SQLITE_CORRUPT)
            let book = reader.make("Book", ["title": "new"])
            #expect(throws: NSError.self) { try reader.save() }
            #expect(reader.insertedObjects == [book])
            // Another table is whole.
            reader.delete(book)
            reader.make("Tag", ["name": "t"])
            try reader.save()
        }
        #expect(try store.sql("SELECT ZNAME FROM ZTAG") == [["t"]])
    }

    @Test func `A file that is no database is told so, with SQLite's code`() throws {
        let store = try TestStore()
        try store.close()
        try Data(repeating: 66, count: 9_000).write(to: store.url)
        let before = try Data(contentsOf: store.url)
        let error = #expect(throws: NSError.self) { try store.open() }
        expect(error, CocoaError.fileReadCorruptFile.rawValue, sqlite: SQLITE_NOTADB)
        #expect(try Data(contentsOf: store.url) == before)
    }

    @Test func `A store of a later core is refused, and left as it is`() throws {
        let store = try TestStore()
        try store.close()
        var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: store.url)
        metadata["LabCoreDataVersion"] = 99
        let plist = try PropertyListSerialization.data(
            fromPropertyList: metadata, format: .xml, options: 0)
        let text = String(decoding: plist, as: UTF8.self).replacingOccurrences(of: "'", with: "''")
        _ = try store.sql("UPDATE Z_METADATA SET Z_PLIST = CAST('\(text)' AS BLOB)")
        let before = try Data(contentsOf: store.url)
        let error = #expect(throws: NSError.self) { try store.open() }
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(error?.localizedDescription.contains("later version") == true)
        #expect(try Data(contentsOf: store.url) == before)
    }

    @Test func `A sync that fails promises neither that the save is there nor that it is not`()
        throws
    {
        let files = FaultyFiles()
        let store = try TestStore(options: [Self.vfsName: files.name])
        let context = store.context()
        try context.performAndWait {
            let book = context.make("Book", ["title": "A"])
            files.fault = SQLITE_IOERR | 4 << 8
            let error = #expect(throws: NSError.self) { try context.save() }
            expect(error, NSSQLiteError, sqlite: SQLITE_IOERR | 4 << 8)
            let text = error?.localizedDescription ?? ""
            #expect(text.contains("not known") && text.contains("still pending"))
            #expect(context.insertedObjects == [book])
            files.fault = SQLITE_OK
            try context.save()
        }
        #expect(try store.titles() == ["A"])
        try store.close()
    }
}

import CoreData
import Execution
import Foundation
import Testing

/// What saves and batch requests leave in the history of their store.
@Suite(.inVirtualTime) struct `Persistent history` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try Histories.store()
        context = store.context("the writer")
    }

    /// Two items in a folder, saved as transaction 1.
    private func fill() throws {
        try context.performAndWait {
            let folder = context.make("Folder", ["title": "f"])
            context.make("Item", ["name": "a", "mark": 1, "folder": folder])
            context.make("Photo", ["name": "b", "mark": 2, "folder": folder])
            try context.save()
        }
    }

    private func item(_ name: String) throws -> NSManagedObject {
        try #require(try context.all("Item", NSPredicate(format: "name == %@", name)).first)
    }

    // MARK: Saves

    @Test func `A save is one transaction with a change for each object`() throws {
        try fill()
        try context.performAndWait {
            try item("a").setValue("new", forKey: "text")
            context.delete(try item("b"))
            try context.save()
        }
        let all = try context.transactions()
        #expect(all.map(\.transactionNumber) == [1, 2])
        #expect(all[0].words == ["insert Folder/p1", "insert Item/p1", "insert Photo/p2"])
        #expect(
            all[1].words == [
                "update Item/p1 (text)", "update Folder/p1 (items)", "delete Photo/p2",
            ])
        #expect(all.flatMap { $0.changes ?? [] }.map(\.changeID) == [1, 2, 3, 4, 5, 6])
        #expect(all[1].changes?.allSatisfy { $0.transaction === all[1] } == true)
        // A change has its transaction also once the one of the request is gone.
        let alone = try context.transactions().flatMap { $0.changes ?? [] }
        #expect(alone.map { $0.transaction?.transactionNumber } == [1, 1, 1, 2, 2, 2])
        #expect(alone[0].transaction?.words == all[0].words)
    }

    @Test func `An update names the attributes and relationships that it changed`() throws {
        try fill()
        try context.performAndWait {
            let item = try item("b")
            item.setValue(3, forKey: "width")
            item.setValue(nil, forKey: "name")
            item.setValue(nil, forKey: "folder")
            item.setValue("not stored", forKey: "passing")
            try context.save()
        }
        let changes = try #require(try context.transactions().last)
        #expect(
            changes.words == ["update Photo/p2 (folder name width)", "update Folder/p1 (items)"])
        // Photo's are folder, mark, name, text, width: the first bit is the highest.
        #expect(
            try store.sql("SELECT hex(ZCOLUMNS) FROM ACHANGE WHERE ZENTITY = 3 AND ZCHANGETYPE = 1")
                == [["A8"]])
    }

    @Test func `A deletion keeps the values that the model preserves`() throws {
        try fill()
        try context.performAndWait {
            let item = try item("a")
            item.setValue("unsaved", forKey: "name")
            context.delete(item)
            context.delete(try #require(try context.all("Folder").first))
            try context.save()
        }
        let changes = try #require(try context.transactions().last?.changes)
        let deletions = changes.filter { $0.changeType == .delete }
        #expect(deletions.map { $0.changedObjectID.entity.name } == ["Item", "Folder"])
        let tombstone = try #require(deletions[0].tombstone)
        // What the store had; the text is not preserved.
        #expect(tombstone as NSDictionary == ["name": "a", "mark": 1] as NSDictionary)
        #expect(deletions[1].tombstone == nil)
        #expect(deletions.allSatisfy { $0.updatedProperties == nil })
    }

    @Test func `Author, context, process and store stand in each transaction`() throws {
        context.performAndWait { context.transactionAuthor = "the importer" }
        try fill()
        context.performAndWait {
            context.transactionAuthor = nil
            context.name = nil
        }
        try context.performAndWait {
            context.make("Folder")
            try context.save()
        }
        let all = try context.transactions()
        #expect(all.map(\.author) == ["the importer", nil])
        #expect(all.map(\.contextName) == ["the writer", nil])
        let process = ProcessInfo.processInfo.processName
        #expect(all.map(\.processID) == [process, process])
        #expect(all.allSatisfy { !$0.bundleID.isEmpty })
        #expect(
            all.map(\.storeID)
                == [String](
                    repeating: store.coordinator.persistentStores[0].identifier, count: 2))
        // A minute ago at most: the clock is the store's.
        let now = Executions.current.secondsSince2001
        #expect(all.allSatisfy { abs($0.timestamp.timeIntervalSinceReferenceDate - now) < 60 })
        #expect(
            try store.sql("SELECT count(*) FROM ATRANSACTIONSTRING WHERE ZNAME = 'the importer'")
                == [["1"]])
    }

    @Test func `A save that fails leaves no history`() throws {
        try fill()
        let other = store.context("another")
        try context.performAndWait {
            let item = try item("a")
            item.setValue("mine", forKey: "text")
            try other.performAndWait {
                let same = try #require(
                    try other.all("Item", NSPredicate(format: "name == 'a'")).first)
                same.setValue("its", forKey: "text")
                try other.save()
            }
            #expect(throws: NSError.self) { try context.save() }
            context.rollback()
            try context.save()
        }
        #expect(try context.transactions().map(\.contextName) == ["the writer", "another"])
    }

    @Test func `A child's save is history when its parent saves`() throws {
        let child = TestStore.child(of: context)
        try child.performAndWait {
            child.transactionAuthor = "the child"
            child.make("Folder")
            try child.save()
        }
        #expect(try context.transactions().isEmpty)
        try context.performAndWait { try context.save() }
        let all = try child.transactions()
        #expect(all.map(\.words) == [["insert Folder/p1"]])
        #expect(all[0].author == nil)
    }

    @Test func `A did-save notification has the token of its transaction`() throws {
        nonisolated(unsafe) var tokens: [NSPersistentHistoryToken] = []
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { note in
            if let token = note.userInfo?["newChangeToken"] as? NSPersistentHistoryToken {
                tokens.append(token)
            }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try fill()
        // Nothing is changed, and there is no transaction.
        try context.performAndWait { try context.save() }
        #expect(tokens == [try #require(context.currentHistoryToken)])
        #expect(try context.transactions().map(\.token) == tokens)
    }

    // MARK: Batch requests

    @Test func `A batch request is one transaction with a change for each row`() throws {
        try context.performAndWait {
            try context.execute(
                NSBatchInsertRequest(
                    entityName: "Item", objects: (0..<300).map { ["name": "n\($0)", "mark": $0] }))
            let update = NSBatchUpdateRequest(entityName: "Item")
            update.predicate = NSPredicate(format: "mark < 2")
            update.propertiesToUpdate = ["text": "t"]
            try context.execute(update)
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
            request.predicate = NSPredicate(format: "mark == 7")
            try context.execute(NSBatchDeleteRequest(fetchRequest: request))
            // No row, no transaction.
            try context.execute(NSBatchDeleteRequest(fetchRequest: request))
        }
        let all = try context.transactions()
        #expect(all.map { $0.changes?.count } == [300, 2, 1])
        #expect(all[0].words.last == "insert Item/p300")
        #expect(all[1].words == ["update Item/p1 (text)", "update Item/p2 (text)"])
        #expect(all[2].words == ["delete Item/p8"])
        #expect(
            all[2].changes?[0].tombstone as NSDictionary? == ["name": "n7", "mark": 7])
        #expect(all.map(\.contextName) == ["the writer", "the writer", "the writer"])
    }

    @Test func `A batch deletion records the references that it takes away`() throws {
        try fill()
        try context.performAndWait {
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Folder")
            try context.execute(NSBatchDeleteRequest(fetchRequest: request))
        }
        #expect(
            try context.transactions().last?.words == [
                "update Item/p1 (folder)", "update Photo/p2 (folder)", "delete Folder/p1",
            ])
    }

    @Test func `A batch insertion that meets a unique value records an update`() throws {
        let model = Histories.model()
        model.entitiesByName["Folder"]?.uniquenessConstraints = [["title"]]
        let store = try TestStore(model: model, options: Histories.options)
        let context = store.context()
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            for _ in 0..<2 {
                try context.execute(
                    NSBatchInsertRequest(entityName: "Folder", objects: [["title": "one"]]))
            }
        }
        #expect(
            try context.transactions().map(\.words)
                == [["insert Folder/p1"], ["update Folder/p1 (title)"]])
    }

    // MARK: The file

    @Test func `Its tables are laid out as Apple's`() throws {
        try fill()
        func columns(_ table: String) throws -> String {
            try store.sql("SELECT group_concat(name, ' ') FROM pragma_table_info('\(table)')")[0][0]
                ?? ""
        }
        #expect(
            try columns("ATRANSACTION")
                == "Z_PK Z_ENT Z_OPT ZAUTHORTS ZBUNDLEIDTS ZCONTEXTNAMETS ZPROCESSIDTS ZTIMESTAMP "
                + "ZAUTHOR ZBUNDLEID ZCONTEXTNAME ZPROCESSID ZQUERYGEN")
        #expect(
            try columns("ACHANGE")
                == "Z_PK Z_ENT Z_OPT ZCHANGETYPE ZENTITY ZENTITYPK ZTRANSACTIONID ZCOLUMNS "
                + "ZTOMBSTONE0 ZTOMBSTONE1")
        #expect(try columns("ATRANSACTIONSTRING") == "Z_PK Z_ENT Z_OPT ZNAME")
        #expect(
            try store.sql(
                "SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY Z_ENT"
            ) == [
                ["16001", "CHANGE", "3"], ["16002", "TRANSACTION", "1"],
                ["16003", "TRANSACTIONSTRING", "2"],
            ])
        #expect(
            try store.sql("SELECT Z_PK, Z_ENT, ZENTITY, ZENTITYPK, ZTRANSACTIONID FROM ACHANGE")
                == [
                    ["1", "16001", "1", "1", "1"], ["2", "16001", "2", "1", "1"],
                    ["3", "16001", "3", "2", "1"],
                ])
    }

    @Test func `A store that does not track history has no table of it and runs no statement more`()
        throws
    {
        let plain = try TestStore(model: Histories.model())
        let counter = StatementCounter(plain.coordinator)
        let context = plain.context()
        try context.performAndWait {
            context.make("Folder")
            try context.save()
        }
        #expect(!counter.take().contains { $0.contains("ACHANGE") || $0.contains("ATRANS") })
        #expect(try plain.sql("SELECT name FROM sqlite_master WHERE name GLOB 'A*'").isEmpty)
        let error = #expect(throws: NSError.self) { try context.transactions() }
        #expect(error?.code == NSPersistentStoreUnsupportedRequestTypeError)
        #expect(context.currentHistoryToken == nil)
    }

    @Test func `A store with history is read-only without the option, until all is deleted`() throws
    {
        try fill()
        try store.close()
        func reopen(_ options: [AnyHashable: Any]) throws -> NSPersistentStoreCoordinator {
            try Histories.other(on: store, options)
        }
        var other = try reopen([:])
        let locked = try #require(other.persistentStores.first)
        #expect(locked.isReadOnly)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = other
        try context.performAndWait {
            let items = try context.all("Item")
            #expect(items.count == 2)
            context.make("Folder")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSPersistentStoreSaveError)
        }
        try other.remove(locked)

        other = try reopen(Histories.options)
        let tracking = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        tracking.persistentStoreCoordinator = other
        #expect(try tracking.transactions().count == 1)
        _ = try tracking.history(.deleteHistory(before: Date.distantFuture), NSNumber.self)
        try other.remove(other.persistentStores[0])

        other = try reopen([:])
        #expect(other.persistentStores[0].isReadOnly == false)
        try other.remove(other.persistentStores[0])
    }

    @Test func `History begins with the open that tracks it, and survives the close`() throws {
        let plain = try TestStore(model: Histories.model())
        let first = plain.context()
        try first.performAndWait {
            first.make("Folder")
            try first.save()
        }
        try plain.close()
        for round in 1...2 {
            let coordinator = try Histories.other(on: plain)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                context.make("Folder")
                try context.save()
            }
            #expect(try context.transactions().count == round)
            try coordinator.remove(coordinator.persistentStores[0])
        }
    }
}

import CoreData
import Execution
import Foundation
import Testing

/// Tokens, and the requests that read and delete history.
@Suite(.inVirtualTime) struct `History requests` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try Histories.store()
        context = store.context("the writer")
    }

    /// Saves one new folder a title, each with its author.
    private func save(_ titles: String...) throws {
        for title in titles {
            try context.performAndWait {
                context.transactionAuthor = "author of \(title)"
                context.make("Folder", ["title": title])
                try context.save()
            }
        }
    }

    private func numbers(after token: NSPersistentHistoryToken?) throws -> [Int64] {
        try context.transactions(after: token).map(\.transactionNumber)
    }

    private func delete(before token: NSPersistentHistoryToken?) throws -> Bool {
        try context.history(.deleteHistory(before: token), NSNumber.self).boolValue
    }

    private func expectExpired(_ token: NSPersistentHistoryToken?) {
        let error = #expect(throws: NSError.self) { try numbers(after: token) }
        #expect(error?.code == NSPersistentHistoryTokenExpiredError)
    }

    // MARK: Tokens

    @Test func `History after a token is strictly newer`() throws {
        let none = try #require(context.currentHistoryToken)
        try save("a", "b", "c")
        let tokens = try context.transactions().map(\.token)
        #expect(try numbers(after: none) == [1, 2, 3])
        #expect(try numbers(after: nil) == [1, 2, 3])
        #expect(try numbers(after: tokens[0]) == [2, 3])
        #expect(try numbers(after: tokens[2]).isEmpty)
        #expect(context.currentHistoryToken == tokens[2])
        let second = try context.transactions()[1]
        let later = try context.history(
            .fetchHistory(after: second), [NSPersistentHistoryTransaction].self)
        #expect(later.map(\.transactionNumber) == [3])
    }

    @Test func `History after a date is strictly newer, and distantPast is before all`() throws {
        try save("a", "b")
        func numbers(after date: Date) throws -> [Int64] {
            try context.history(
                .fetchHistory(after: date), [NSPersistentHistoryTransaction].self
            ).map(\.transactionNumber)
        }
        let dates = try context.transactions().map(\.timestamp)
        #expect(try numbers(after: .distantPast) == [1, 2])
        #expect(try numbers(after: dates[1]).isEmpty)
        #expect(try numbers(after: dates[0].addingTimeInterval(-0.001)) == [1, 2])
    }

    @Test func `A token remains equal in an archive, and is the same for all coordinators`() throws
    {
        try save("a")
        let token = try #require(context.currentHistoryToken)
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: token, requiringSecureCoding: true)
        let copy = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: NSPersistentHistoryToken.self, from: data)
        #expect(copy == token)
        #expect(copy?.hash == token.hash)
        let other = try Histories.other(on: store)
        #expect(other.currentPersistentHistoryToken(fromStores: []) == token)
        try other.remove(other.persistentStores[0])
        try save("b")
        #expect(context.currentHistoryToken != token)
        #expect(try numbers(after: copy) == [2])
    }

    @Test func `A token is expired once its transaction was deleted`() throws {
        let none = try #require(context.currentHistoryToken)
        try save("a", "b", "c")
        let tokens = try context.transactions().map(\.token)
        #expect(try delete(before: tokens[2]))
        expectExpired(none)
        expectExpired(tokens[0])
        expectExpired(tokens[1])
        #expect(try numbers(after: tokens[2]).isEmpty)
        #expect(try numbers(after: nil) == [3])
        // A place that the store has not reached yet is another store's, or one from before a
        // backup was put back.
        try save("d")
        let ahead = try #require(context.currentHistoryToken)
        _ = try context.history(.deleteHistory(before: Date.distantFuture), NSNumber.self)
        #expect(try numbers(after: ahead).isEmpty)
        expectExpired(tokens[2])
    }

    @Test func `Numbers do not come again after all history was deleted`() throws {
        try save("a", "b")
        let token = try #require(context.currentHistoryToken)
        _ = try context.history(.deleteHistory(before: Date.distantFuture), NSNumber.self)
        #expect(try numbers(after: nil).isEmpty)
        #expect(context.currentHistoryToken == token)
        try save("c")
        #expect(try numbers(after: nil) == [3])
        expectExpired(token)
        #expect(try store.sql("SELECT min(Z_PK) FROM ACHANGE") == [["3"]])
    }

    @Test func `Deleting before a token or a date leaves what is not before it`() throws {
        try save("a", "b", "c")
        let all = try context.transactions()
        #expect(try delete(before: nil))
        #expect(try numbers(after: nil) == [1, 2, 3])
        _ = try context.history(.deleteHistory(before: Date.distantPast), NSNumber.self)
        #expect(try numbers(after: nil) == [1, 2, 3])
        let request = NSPersistentHistoryChangeRequest.deleteHistory(before: all[1])
        request.resultType = .count
        #expect(try context.history(request, NSNumber.self) == 1)
        #expect(try numbers(after: nil) == [2, 3])
        // The strings stay.
        #expect(
            try store.sql("SELECT count(*) FROM ATRANSACTIONSTRING WHERE ZNAME LIKE 'author%'")
                == [["3"]])
    }

    @Test func `A deletion by date leaves no hole where the clock went back`() throws {
        try save("a", "b", "c")
        // The second was written by a clock that was an hour ahead.
        try store.run("UPDATE ATRANSACTION SET ZTIMESTAMP = ZTIMESTAMP + 3600 WHERE Z_PK = 2")
        let soon = Date(
            timeIntervalSinceReferenceDate: Executions.current.secondsSince2001 + 60)
        _ = try context.history(.deleteHistory(before: soon), NSNumber.self)
        #expect(try numbers(after: nil) == [2, 3])
    }

    // MARK: Forms of results

    @Test func `A request returns transactions, changes, IDs or their number`() throws {
        try save("a", "b")
        try context.performAndWait {
            for folder in try context.all("Folder") { folder.setValue("c", forKey: "title") }
            try context.save()
        }
        func result<T>(_ type: NSPersistentHistoryResultType, _ as: T.Type) throws -> T {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
            request.resultType = type
            return try context.history(request, T.self)
        }
        let transactions = try result(.transactionsOnly, [NSPersistentHistoryTransaction].self)
        #expect(transactions.count == 3)
        #expect(transactions.allSatisfy { $0.changes == nil })
        let changes = try result(.changesOnly, [NSPersistentHistoryChange].self)
        #expect(changes.map(\.changeID) == [1, 2, 3, 4])
        #expect(changes.allSatisfy { $0.transaction == nil })
        let ids = try result(.objectIDs, [NSManagedObjectID].self)
        #expect(ids.map { $0.uriRepresentation().lastPathComponent } == ["p1", "p2"])
        #expect(try result(.count, NSNumber.self) == 3)
        #expect(try result(.statusOnly, NSNumber.self) == true)
        #expect(
            NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast).resultType
                == .transactionsAndChanges)
    }

    @Test func `A fetch request selects transactions by author, number, date and token`() throws {
        try save("a", "b", "c")
        let all = try context.transactions()
        func found(_ predicate: NSPredicate, limit: Int = 0, descending: Bool = false) throws
            -> [Int64]
        {
            let request = try #require(NSPersistentHistoryTransaction.fetchRequest)
            request.predicate = predicate
            request.fetchLimit = limit
            if descending {
                request.sortDescriptors = [
                    NSSortDescriptor(key: "transactionNumber", ascending: false)
                ]
            }
            return try context.history(
                .fetchHistory(withFetch: request), [NSPersistentHistoryTransaction].self
            ).map(\.transactionNumber)
        }
        #expect(try found(NSPredicate(format: "author == 'author of b'")) == [2])
        #expect(try found(NSPredicate(format: "author != %@", "author of b")) == [1, 3])
        #expect(try found(NSPredicate(format: "transactionNumber >= 2")) == [2, 3])
        #expect(try found(NSPredicate(format: "token > %@", all[0].token)) == [2, 3])
        #expect(try found(NSPredicate(format: "token == %@", all[1].token)) == [2])
        #expect(
            try found(NSPredicate(format: "timestamp <= %@", all[2].timestamp as NSDate))
                == [1, 2, 3])
        let any = NSPredicate(format: "contextName == 'the writer'")
        #expect(try found(any, limit: 2) == [1, 2])
        #expect(try found(any, limit: 2, descending: true) == [3, 2])
    }

    @Test func `A fetch request selects changes by kind and entity`() throws {
        try context.performAndWait {
            let folder = context.make("Folder")
            context.make("Photo")
            try context.save()
            folder.setValue("t", forKey: "title")
            try context.save()
        }
        func request(_ predicate: NSPredicate) throws -> NSPersistentHistoryChangeRequest {
            let fetch = NSFetchRequest<any NSFetchRequestResult>()
            fetch.entity = NSPersistentHistoryChange.entityDescription(with: context)
            fetch.predicate = predicate
            return .fetchHistory(withFetch: fetch)
        }
        let kind = NSPredicate(
            format: "changeType == %d", NSPersistentHistoryChangeType.update.rawValue)
        let updates = try context.history(request(kind), [NSPersistentHistoryChange].self)
        #expect(updates.map(\.words) == ["update Folder/p1 (title)"])
        let photo = try #require(
            store.coordinator.managedObjectModel.entitiesByName["Photo"])
        let byEntity = try request(NSPredicate(format: "changedEntity == %@", photo))
        byEntity.resultType = .transactionsAndChanges
        let transactions = try context.history(byEntity, [NSPersistentHistoryTransaction].self)
        #expect(transactions.map(\.words) == [["insert Photo/p1"]])
        let id = try #require(updates.first?.changedObjectID)
        let byID = try request(NSPredicate(format: "changedObjectID == %@", id))
        byID.resultType = .count
        #expect(try context.history(byID, NSNumber.self) == 2)
    }

    @Test func `A token and a fetch request both restrict`() throws {
        try save("a", "b", "a")
        let first = try context.transactions()[0]
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: first.token)
        request.fetchRequest = NSPersistentHistoryTransaction.fetchRequest
        request.fetchRequest?.predicate = NSPredicate(format: "author == 'author of a'")
        let found = try context.history(request, [NSPersistentHistoryTransaction].self)
        #expect(found.map(\.transactionNumber) == [3])
    }

    @Test func `A fetch request of the app's own entity is an error`() throws {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Folder")
        let error = #expect(throws: NSError.self) {
            try context.history(.fetchHistory(withFetch: request), [Any].self)
        }
        #expect(error?.code == NSPersistentStoreOperationError)
    }

    // MARK: Merging

    @Test func `The notification of a transaction is merged as a save`() throws {
        try save("a", "b")
        let reader = store.context("the reader")
        let folders = try reader.performAndWait { try reader.all("Folder", sortedBy: "title") }
        let token = context.currentHistoryToken
        try context.performAndWait {
            let all = try context.all("Folder", sortedBy: "title")
            all[0].setValue("new", forKey: "title")
            context.delete(all[1])
            context.make("Folder", ["title": "c"])
            try context.save()
        }
        try reader.performAndWait {
            #expect(folders[0].text("title") == "a")
            for transaction in try reader.transactions(after: token) {
                reader.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            }
            #expect(folders[0].text("title") == "new")
            #expect(folders[1].isDeleted)
        }
    }

    @Test func `Another coordinator's transaction is merged as a remote save`() throws {
        try save("a")
        let coordinator = try Histories.other(on: store)
        let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader.persistentStoreCoordinator = coordinator
        let token = reader.currentHistoryToken
        let folder = try reader.performAndWait { try #require(try reader.all("Folder").first) }
        reader.performAndWait { #expect(folder.text("title") == "a") }
        try context.performAndWait {
            try context.all("Folder")[0].setValue("new", forKey: "title")
            try context.save()
        }
        let transaction = try #require(try reader.transactions(after: token).first)
        let note = transaction.objectIDNotification()
        reader.performAndWait {
            // As a sibling's save it takes what this coordinator's row cache has.
            reader.mergeChanges(fromContextDidSave: note)
            #expect(folder.text("title") == "a")
        }
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: note.userInfo ?? [:], into: [reader])
        reader.performAndWait { #expect(folder.text("title") == "new") }
        try coordinator.remove(coordinator.persistentStores[0])
    }

    // MARK: Several stores

    @Test func `Transactions of two stores come by time, and a token tells each once`() throws {
        let model = Histories.model()
        model.setEntities([model.entitiesByName["Folder"]!], forConfigurationName: "left")
        let items = ["Item", "Photo"].map { model.entitiesByName[$0]! }
        model.setEntities(items, forConfigurationName: "right")
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("core-data-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        for name in ["left", "right"] {
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: name,
                at: folder.appendingPathComponent(name), options: Histories.options)
        }
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        for entity in ["Folder", "Item", "Folder"] {
            try context.performAndWait {
                context.make(entity)
                try context.save()
            }
        }
        // At seconds of our own, since a clock may give two the same.
        for (name, numbers) in [("left", [(1, 10), (2, 30)]), ("right", [(1, 20)])] {
            for (number, second) in numbers {
                _ = try TestStore.sql(
                    "UPDATE ATRANSACTION SET ZTIMESTAMP = \(second) WHERE Z_PK = \(number)",
                    folder.appendingPathComponent(name))
            }
        }
        let all = try context.transactions()
        #expect(
            all.map(\.words) == [["insert Folder/p1"], ["insert Item/p1"], ["insert Folder/p2"]])
        #expect(all.last?.token == context.currentHistoryToken)
        for (index, transaction) in all.enumerated() {
            let rest = try context.transactions(after: transaction.token)
            #expect(rest.map(\.words) == all.dropFirst(index + 1).map(\.words))
        }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
}

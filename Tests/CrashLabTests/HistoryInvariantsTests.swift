import CSQLite
import CoreData
import CrashLab
import Foundation
import Runs
import Testing

/// The rules for history, on a store that follows them and on the same store with one thing amiss.
struct HistoryInvariantsTests {
    private static var model: NSManagedObjectModel {
        let name = NSAttributeDescription()
        name.name = "name"
        name.attributeType = .stringAttributeType
        let item = NSEntityDescription()
        item.name = "Item"
        item.properties = [name]
        let model = NSManagedObjectModel()
        model.entities = [item]
        return model
    }

    /// A store with five transactions: three insertions, an update, a deletion.
    private static func makeStore(at url: URL, purged: Bool) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [NSPersistentHistoryTrackingKey: true])
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            var items: [NSManagedObject] = []
            for name in ["a", "b", "c"] {
                let item = NSEntityDescription.insertNewObject(
                    forEntityName: "Item", into: context)
                item.setValue(name, forKey: "name")
                try context.save()
                items.append(item)
            }
            items[0].setValue("d", forKey: "name")
            try context.save()
            context.delete(items[1])
            try context.save()
            if purged {
                let newest = coordinator.currentPersistentHistoryToken(fromStores: nil)
                try context.execute(
                    NSPersistentHistoryChangeRequest.deleteHistory(before: newest))
            }
        }
        try coordinator.remove(store)
    }

    private static func problems(after damage: String?, purged: Bool = false) throws -> [String] {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let url = URL(filePath: folder.path).appending(path: "store.sqlite")
        try makeStore(at: url, purged: purged)
        var handle: OpaquePointer?
        try #require(sqlite3_open(url.path, &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        if let damage {
            try #require(sqlite3_exec(handle, damage, nil, nil, nil) == SQLITE_OK)
        }
        return try HistoryInvariants(model).queries.compactMap { query -> String? in
            var statement: OpaquePointer?
            defer { sqlite3_finalize(statement) }
            try #require(
                sqlite3_prepare_v2(handle, query.text, -1, &statement, nil) == SQLITE_OK)
            try #require(sqlite3_step(statement) == SQLITE_ROW)
            let count = sqlite3_column_int64(statement, 0)
            return count > 0 ? "\(query.name): \(count)" : nil
        }
    }

    @Test func `A store whose history is whole breaks no rule, purged or not`() throws {
        #expect(try Self.problems(after: nil) == [])
        #expect(try Self.problems(after: nil, purged: true) == [])
    }

    @Test(arguments: [
        ("DELETE FROM ATRANSACTION WHERE Z_PK = 3", "changes of no transaction: 1"),
        (
            "DELETE FROM ATRANSACTION WHERE Z_PK = 3",
            "transactions missing between the first and the last: 1"
        ),
        (
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 9 WHERE Z_NAME = 'TRANSACTION'",
            "a last transaction that is not the highest number: 1"
        ),
        (
            "DELETE FROM ACHANGE WHERE ZTRANSACTIONID = 1",
            "objects of Item whose insertion is not in the history: 1"
        ),
        (
            "DELETE FROM ZITEM WHERE Z_PK = 3",
            "objects of Item that are gone without a deletion in the history: 1"
        ),
        (
            "DELETE FROM ACHANGE WHERE ZCHANGETYPE = 2",
            "objects of Item that are gone without a deletion in the history: 1"
        ),
    ])
    func `Data without its history, and history without its data, are found`(
        _ damage: String, _ problem: String
    ) throws {
        #expect(try Self.problems(after: damage).contains(problem))
    }
}

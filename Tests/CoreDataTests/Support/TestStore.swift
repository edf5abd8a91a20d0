import CSQLite
import CoreData
import Foundation
import Testing

/// A coordinator on a new store in a folder of its own, which goes with it.
final class TestStore: @unchecked Sendable {
    let folder: URL
    let url: URL
    let coordinator: NSPersistentStoreCoordinator

    init(
        model: NSManagedObjectModel = LibraryModel.make(), options: [AnyHashable: Any] = [:]
    ) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("core-data-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appendingPathComponent("store.sqlite")
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
    }

    deinit {
        for store in coordinator.persistentStores { try? coordinator.remove(store) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Removes every store from the coordinator.
    func close() throws {
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    /// Adds the store's file again.
    func open() throws {
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
    }

    /// The titles of all books, in order.
    func titles() throws -> [String?] {
        let context = context("reader")
        return try context.performAndWait {
            try context.all("Book", sortedBy: "title").map { $0.text("title") }
        }
    }

    /// A context on a private queue of this coordinator.
    func context(_ name: String = "context") -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.name = name
        return context
    }

    /// A context on a private queue below another one.
    static func child(
        of parent: NSManagedObjectContext, _ name: String = "child"
    ) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.parent = parent
        context.name = name
        return context
    }

    /// SQLite's own view of the file, past the engine: the rows' columns as text.
    func sql(_ text: String) throws -> [[String?]] {
        try Self.sql(text, url)
    }

    /// The same of any SQLite file.
    static func sql(_ text: String, _ url: URL) throws -> [[String?]] {
        var handle: OpaquePointer?
        try #require(sqlite3_open(url.path, &handle) == SQLITE_OK)
        sqlite3_busy_timeout(handle, 10_000)
        defer { sqlite3_close(handle) }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, text, -1, &statement, nil)
        try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
        defer { sqlite3_finalize(statement) }
        var rows: [[String?]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) }
                })
        }
        return rows
    }
}

extension NSManagedObjectContext {
    /// Inserts an object and sets some values.
    @discardableResult
    func make(_ entity: String, _ values: [String: Any?] = [:]) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
        for key in values.keys.sorted() { object.setValue(values[key]!, forKey: key) }
        return object
    }

    func all(
        _ entity: String, _ predicate: NSPredicate? = nil, sortedBy key: String? = nil
    ) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = predicate
        if let key { request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)] }
        return try fetch(request)
    }
}

extension NSManagedObject {
    func text(_ key: String) -> String? { value(forKey: key) as? String }
    func int(_ key: String) -> Int? { (value(forKey: key) as? NSNumber)?.intValue }
    func one(_ key: String) -> NSManagedObject? { value(forKey: key) as? NSManagedObject }
    func many(_ key: String) -> Set<NSManagedObject> {
        value(forKey: key) as? Set<NSManagedObject> ?? []
    }
}

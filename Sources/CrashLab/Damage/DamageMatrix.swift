import CoreData
import Foundation
import Results
import StoreIO

/// Damages stores in every way of the catalogue, and opens each through the engine.
///
/// The engine must report an error with Cocoa's domain and code and SQLite's text, or open the
/// store with the outcome that SQLite documents. It must never create a new, empty store over a
/// user's data, and never change a byte of a store that it refuses.
package enum DamageMatrix {
    /// The names of the cases, each with its store's.
    package static var names: [String] { DamageCatalogue.all.map(\.fullName) }

    /// Runs the cases.
    ///
    /// - Parameters:
    ///   - folder: an existing one, for stores.
    ///   - isIncluded: whether the case of a full name is run.
    ///   - progress: receives the current case's name, and the finished share.
    /// - Throws: if a whole store could not be written.
    package static func run(
        in folder: String, isCancelled: () -> Bool = { false },
        where isIncluded: (String) -> Bool = { _ in true },
        progress: (String, Double) -> Void = { _, _ in }
    ) throws -> [DamageRecord] {
        try TracingVFS.register()
        let path = URL(filePath: folder).appending(path: "store.sqlite").path
        var stores: [DamagedStore: StoreFiles] = [:]
        var records: [DamageRecord] = []
        let cases = DamageCatalogue.all.filter { isIncluded($0.fullName) }
        for (index, damage) in cases.enumerated() where !isCancelled() {
            progress(damage.fullName, Double(index) / Double(cases.count))
            var files = try stores[damage.store] ?? damage.store.make(at: path)
            stores[damage.store] = files
            damage.damage(&files)
            StoreFiles.remove(at: path)
            defer { StoreFiles.remove(at: path) }
            try files.write(to: path)
            try damage.place(path)
            records.append(judge(damage, at: path))
        }
        return records
    }

    private static func judge(_ damage: DamageCase, at path: String) -> DamageRecord {
        let before = StoreFiles(at: path)
        var record = DamageRecord(
            damage: damage.name, store: damage.store.rawValue, expected: "\(damage.expected)",
            found: "")
        do {
            let (coordinator, store) = try open(path, damage.store.mode)
            do {
                record.found = outcome(try content(of: coordinator))
            } catch {
                describe(error, as: DamageExpectation.unreadable, in: &record)
            }
            try coordinator.remove(store)
        } catch {
            describe(error, as: DamageExpectation.refused, in: &record)
            if StoreFiles(at: path) != before {
                record.violations.append("the files were changed, and the store refused")
            }
        }
        return record
    }

    private static func open(
        _ path: String, _ mode: StoreMode
    ) throws -> (NSPersistentStoreCoordinator, NSPersistentStore) {
        let pragmas: [String: NSString] = [
            "journal_mode": mode.journal.rawValue as NSString,
            "synchronous": mode.synchronous.rawValue as NSString,
        ]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: DamageModel.make())
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: URL(filePath: path),
            options: [NSSQLitePragmasOption: pragmas as NSDictionary])
        return (coordinator, store)
    }

    private static func content(
        of coordinator: NSPersistentStoreCoordinator
    ) throws -> DamageContent {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait { try DamageContent(of: context) }
    }

    /// Which commit left this content.
    private static func outcome(_ content: DamageContent) -> String {
        if content.lines.isEmpty { return "\(DamageExpectation.new)" }
        let script = DamagedStore.script
        for commit in 1...script.operations.count + 1
        where content == script.content(of: 0..<commit) {
            return "\(DamageExpectation.commit(commit))"
        }
        let whole = content.difference(from: script.wholeContent) ?? ""
        return "a store that no commit left: \(whole)"
    }

    private static func describe(
        _ error: any Error, as kind: (Int, Int32?) -> DamageExpectation,
        in record: inout DamageRecord
    ) {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
        record.found = "\(kind(error.code, cause.map { Int32($0.code & 0xFF) }))"
        record.text = error.localizedDescription
        if error.domain != NSCocoaErrorDomain {
            record.violations.append("an error of the domain \(error.domain)")
        }
        if let cause, cause.localizedDescription.isEmpty {
            record.violations.append("an error without SQLite's text")
        }
    }
}

import CoreData
import Foundation
import StoreIO

/// The rules that hold for the values of rows that lie in files beside the store, after any crash.
///
///     a row names a file      the file is there, with every byte that was written to it
///     no row names a file     it is gone once the engine has opened the store
struct ExternalInvariants {
    private let model: NSManagedObjectModel
    private let queries: [String]
    /// The digest of each file's bytes, as a run wrote them.
    private let written: [String: ImageDigest]
    private let journal: String
    /// Where crashed stores are opened: its owner removes it, however this process ends.
    private let folder: String

    /// - Parameter model: with one table for each family of entities, as Core Data's stores have.
    init(_ model: NSManagedObjectModel, _ log: StoreLog, journal: String, folder: String) {
        self.model = model
        self.journal = journal
        self.folder = folder
        queries = Self.columns(of: model).map { table, column in
            "SELECT \(column) FROM \(table) WHERE length(\(column)) IN (37, 38)"
        }
        let replay = DiskReplay(log)
        replay.advance(to: log.operations.count)
        written = replay.externalFiles.mapValues(\.digest)
    }

    /// The columns whose values may lie in files, by table and name.
    private static func columns(of model: NSManagedObjectModel) -> [(String, String)] {
        var columns: [String: (String, String)] = [:]
        let naming = AppleSQLNaming()
        for entity in model.entities {
            for attribute in entity.attributesByName.values
            where attribute.allowsExternalBinaryDataStorage && !attribute.isTransient {
                let place = (naming.table(for: entity), naming.column(for: attribute))
                columns["\(place.0).\(place.1)"] = place
            }
        }
        return columns.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Whether the model has such values at all.
    var isEmpty: Bool { queries.isEmpty }

    /// The names of the files that a store's rows name.
    ///
    /// - Throws: `StoreIOError`.
    func names(in connection: DatabaseConnection) throws -> Set<String> {
        var names = Set<String>()
        for query in queries {
            try connection.forEachRow(query) { row in
                if let name = ExternalColumn.name(in: row.data(0)) { names.insert(name) }
            }
        }
        return names
    }

    /// The first violation of a recovered store; `nil` if there is none.
    ///
    /// - Throws: `StoreIOError`. A store whose tables are not made yet names nothing.
    func problem(in recovered: RecoveredStore, _ names: Set<String>) -> String? {
        for name in names.sorted() {
            guard let file = recovered.disk.externals[name] else {
                return "a row names the file \(name) of a large value, which is not there"
            }
            guard file.digest == written[name] else {
                return """
                    a row names the file \(name) of a large value, of whose bytes some are not \
                    there (\(file.size) are)
                    """
            }
        }
        return nil
    }

    /// Has the engine open a crashed store, and looks at the files that it leaves.
    ///
    /// - Returns: what is wrong, or `nil`.
    /// - Throws: errors of the file system, and of the engine where it refuses the store.
    func problem(afterOpening crashed: DiskImage, _ names: Set<String>) throws -> String? {
        let folder = URL(filePath: folder).appending(path: "opening")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try crashed.dump(to: folder.path, as: "store.sqlite")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil,
            at: folder.appending(path: "store.sqlite"),
            options: [NSSQLitePragmasOption: ["journal_mode": journal]])
        try coordinator.remove(store)
        let left = try DiskImage(folder: folder.path, name: "store.sqlite").externals
        let orphans = Set(left.keys).subtracting(names).sorted()
        if let first = orphans.first {
            return "opening it leaves \(orphans.count) files that no row names, as \(first)"
        }
        return names.isSubset(of: left.keys) ? nil : "opening it removes a file that a row names"
    }
}

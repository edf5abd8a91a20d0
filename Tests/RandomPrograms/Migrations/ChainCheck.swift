import CoreData
import Execution
import Foundation

/// Writes one chain's store with each version on its way, migrates it from one to the next, and
/// compares both contents.
package struct ChainCheck {
    private let chain: Chain
    private let folder: URL

    private var package: URL { folder.appendingPathComponent("Chain.xcdatamodeld") }
    private var store: URL { folder.appendingPathComponent("store") }

    package init(_ chain: Chain, in parent: URL) {
        self.chain = chain
        folder = parent.appendingPathComponent("chain\(chain.seed)")
    }

    /// Describes the first loss or error, and its position; `nil` if there is none.
    package func report() -> String? {
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            guard let difference = try difference() else { return nil }
            return message(difference)
        } catch {
            return message("\(error)")
        }
    }

    private func message(_ text: String) -> String {
        """
        seed \(chain.seed): \(text)
        \(chain)
        LAB_TEST_SEED=\(chain.seed) swift test --filter MigrationChainTests repeats it
        """
    }

    private func difference() throws -> String? {
        for index in chain.versions.indices { try write(index) }
        var stream = RandomStream(seed: chain.seed).keyed("contents")
        var former: (version: Int, contents: ChainContents)?
        for version in chain.stops {
            if let former, chain.isForeign {
                let entities = chain.versions[former.version].entities.map(\.name)
                try ForeignStore.disguise(store, entities: entities)
                if let opened = try olderVersionThatOpens(former.version) {
                    return "version \(opened + 1) opened a store of version \(former.version + 1)"
                }
            }
            let model = chain.versions[version]
            let loss: String? = try withContext(version, migrates: former != nil) { context in
                if let (from, contents) = former {
                    let now = try ChainContents(context, model)
                    if let loss = contents.loss(
                        of: chain.versions[from], in: now, of: model, keepsNil: chain.isForeign)
                    {
                        return "versions \(from + 1) to \(version + 1): \(loss)"
                    }
                }
                try ChainContents.fill(context, model, &stream)
                return nil
            }
            if let loss { return loss }
            former = (version, try withContext(version) { try ChainContents($0, model) })
        }
        return nil
    }

    // MARK: Files

    private func write(_ version: Int) throws {
        try ForeignStore.write(chain.versions[version].xml, version: version + 1, to: package)
    }

    private func model(_ version: Int) throws -> NSManagedObjectModel {
        try ForeignStore.model(version + 1, in: package)
    }

    private func withContext<T>(
        _ version: Int, migrates: Bool = false, _ body: (NSManagedObjectContext) throws -> T
    ) throws -> T {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try model(version))
        var options: [AnyHashable: Any] = [
            NSSQLitePragmasOption: ["synchronous": "OFF", "journal_mode": "MEMORY"]
        ]
        if migrates {
            options[NSMigratePersistentStoresAutomaticallyOption] = true
            options[NSInferMappingModelAutomaticallyOption] = true
        }
        let store = try coordinator.addPersistentStore(
            type: chain.type, at: store, options: options)
        defer { try? coordinator.remove(store) }
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait { try body(context) }
    }

    /// A version with other columns than the store's that opens it all the same.
    private func olderVersionThatOpens(_ version: Int) throws -> Int? {
        let columns = chain.versions[version].columns
        for other in 0..<version where chain.versions[other].columns != columns {
            do {
                try withContext(other) { _ in }
                return other
            } catch let error as NSError {
                guard error.code == NSPersistentStoreIncompatibleVersionHashError else {
                    throw error
                }
            }
        }
        return nil
    }
}

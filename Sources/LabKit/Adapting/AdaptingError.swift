import CoreData
import Foundation
import Topologies

/// A stack as code that the lab cannot run.
struct AdaptingError: Error, CustomStringConvertible {
    let description: String

    static func noCoordinator(_ type: any AppStack.Type) -> AdaptingError {
        AdaptingError(
            description:
                "the ui context of \(type) has no coordinator above it; attach it to one, or "
                + "to a parent that has one, before \(type).init(on:) returns")
    }

    /// Makes sure that a coordinator has the store that it was asked to open, and no other.
    ///
    /// - Parameter opener: what has opened it, for the message.
    /// - Throws: `AdaptingError`.
    static func check(
        _ coordinator: NSPersistentStoreCoordinator, opened store: StackStore, by opener: String
    ) throws {
        let remedy =
            "; open it with store.open(on: coordinator), or load a container's stores by "
            + "store.description"
        let stores = coordinator.persistentStores
        guard let opened = stores.first else {
            throw AdaptingError(description: "\(opener) has opened no store" + remedy)
        }
        guard stores.count == 1 else {
            throw AdaptingError(
                description: "\(opener) has opened \(stores.count) stores on one coordinator, and "
                    + "was asked for \(store.url.path) alone" + remedy)
        }
        guard
            store.type == NSInMemoryStoreType
                || opened.url?.standardizedFileURL == store.url.standardizedFileURL
        else {
            let place = opened.url?.path ?? "memory"
            throw AdaptingError(
                description: "\(opener) has opened a store at \(place), and was asked for "
                    + store.url.path + remedy)
        }
        let (wanted, found) = (LabPragmas.of(store.options), LabPragmas.of(opened.options))
        let changed = LabPragmas.named.first { name in
            // Stores of other kinds, and workloads without a mode, have none to keep.
            wanted[name].map { LabPragmas.mode($0) != found[name].map(LabPragmas.mode) } ?? false
        }
        if let changed {
            throw AdaptingError(
                description: "\(opener) has opened the store with \(changed) "
                    + "\(found[changed] ?? "of its own"), and the workload says "
                    + "\(wanted[changed]!)" + remedy)
        }
        let key = SQLiteStoreOption.vfsName
        guard store.options[key] as? String == opened.options?[key] as? String else {
            throw AdaptingError(
                description: "\(opener) has opened the store without the options of its "
                    + "LabStore, which make its calls visible" + remedy)
        }
    }
}

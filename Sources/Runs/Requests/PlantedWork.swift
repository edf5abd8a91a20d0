import CoreData
import Foundation
import Topologies

/// Makes a stack do more work for the same outcome, as an app does after an innocent change.
///
/// Only a child whose request plants work has one of these.
package enum PlantedWork {
    /// The options of the store with which a stack does the planted work.
    package static func storeOptions(_ work: Plant.MoreWork?) -> [AnyHashable: Any] {
        guard work == .sync else { return [:] }
        // In a log of its own SQLite syncs each commit in this mode.
        let pragmas = ["synchronous": "full" as NSString, "journal_size_limit": "32768"]
        return [NSSQLitePragmasOption: pragmas as NSDictionary]
    }

    /// Begins to do it at each save that reaches the store.
    package static func plant(_ work: Plant.MoreWork, in stack: any Stack) {
        guard work != .sync else { return }
        let roots = stack.contexts.filter { $0.context.parent == nil }
        for root in roots {
            let others = roots.filter { $0.context !== root.context }
            let merging = others.isEmpty ? [root] : others
            // The observer stays until the process ends.
            _ = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: root.context, queue: nil
            ) { save in
                // Posted on the saved context's queue.
                guard work == .merge else { return count(in: root.context) }
                // Safe: a save's notification is only read.
                nonisolated(unsafe) let save = save
                for one in merging {
                    one.context.perform { one.context.mergeChanges(fromContextDidSave: save) }
                }
            }
        }
    }

    /// One statement that reads, on the context's queue.
    private static func count(in context: NSManagedObjectContext) {
        let entities = context.persistentStoreCoordinator?.managedObjectModel.entities ?? []
        guard let name = entities.compactMap(\.name).min() else { return }
        _ = try? context.count(for: NSFetchRequest<NSManagedObject>(entityName: name))
    }
}

import CoreData
import Execution

/// Virtual time: a turn is a run, which ends when all is done.
package final class VirtualLifeStage: LifeStage {
    private let execution: VirtualExecution
    /// The coordinator that readers read beside each turn; `nil` for none.
    package var readCoordinator: NSPersistentStoreCoordinator?
    package private(set) var rowsRead = 0

    package init(_ execution: VirtualExecution) {
        self.execution = execution
    }

    package func turn(_ body: () throws -> Void) throws {
        guard let coordinator = readCoordinator else { return try execution.run(body) }
        nonisolated(unsafe) var isDone = false
        for isNested in [false, true] {
            execution.detach { [self] in
                while !isDone { rowsRead += Self.read(coordinator, isNested) }
            }
        }
        try execution.run {
            defer { isDone = true }
            try body()
        }
    }

    private static func read(
        _ coordinator: NSPersistentStoreCoordinator, _ isNested: Bool
    ) -> Int {
        let root = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        root.persistentStoreCoordinator = coordinator
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = root
        let context = isNested ? child : root
        return context.performAndWait {
            let request = NSFetchRequest<LifeItem>(entityName: "Item")
            let items = (try? context.fetch(request)) ?? []
            // A row may be deleted between the fetch and this: it is at hand.
            return items.filter { $0.value(forKey: "n") != nil }.count
        }
    }
}

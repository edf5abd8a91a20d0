import CoreData

final class TwoCoordinatorsHistoryStack {
    let main: NSManagedObjectContext
    let importing: NSManagedObjectContext
    private let mainHistory: NSManagedObjectContext
    private var mainToken: NSPersistentHistoryToken?
    private var observers: [any NSObjectProtocol] = []

    // The store was added with NSPersistentHistoryTrackingKey and
    // NSPersistentStoreRemoteChangeNotificationPostOptionKey.
    init(_ coordinators: [NSPersistentStoreCoordinator]) {
        main = NSManagedObjectContext(.mainQueue)
        main.persistentStoreCoordinator = coordinators[0]
        main.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        main.transactionAuthor = "main"
        importing = NSManagedObjectContext(.privateQueue)
        importing.persistentStoreCoordinator = coordinators[1]
        importing.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        importing.transactionAuthor = "importing"
        mainHistory = NSManagedObjectContext(.privateQueue)
        mainHistory.persistentStoreCoordinator = main.persistentStoreCoordinator
        let coordinatorOfMain = main.persistentStoreCoordinator
        mainToken =
            coordinatorOfMain?.currentPersistentHistoryToken(fromStores: nil)
        observers.append(
            NotificationCenter.default.addObserver(
                forName: .NSPersistentStoreRemoteChange,
                object: coordinatorOfMain, queue: nil
            ) { [weak self] _ in
                self?.followMain()
            })
    }

    /// Merges what others have committed since the last time.
    private func followMain() {
        mainHistory.perform { [self] in
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: mainToken)
            let result = try? mainHistory.execute(request) as? NSPersistentHistoryResult
            let found = result?.result as? [NSPersistentHistoryTransaction] ?? []
            guard let last = found.last else { return }
            mainToken = last.token
            let followed = ["importing"]
            let others = found.filter { followed.contains($0.author ?? "") }
            main.perform { [self] in
                for transaction in others {
                    let note = transaction.objectIDNotification()
                    // Another coordinator has left this one's row cache as it was.
                    NSManagedObjectContext.mergeChanges(
                        fromRemoteContextSave: note.userInfo ?? [:], into: [main])
                }
                let purge = NSPersistentHistoryChangeRequest.deleteHistory(before: last)
                mainHistory.perform { [self] in _ = try? mainHistory.execute(purge) }
            }
        }
    }

    /// Call it on the queue of main.
    func saveMain() throws {
        guard main.hasChanges else { return }
        try main.save()
    }

    /// Call it on the queue of importing.
    func saveImporting() throws {
        guard importing.hasChanges else { return }
        try importing.save()
    }
}

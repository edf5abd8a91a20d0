import CoreData
import Foundation
import Synchronization

extension Notification.Name {
    /// Counterparts of UIKit's notifications of leaving the foreground.
    static let appDidEnterBackground = Notification.Name("CoreDataTests.appDidEnterBackground")
}

/// A main context on top of a private one that alone writes, with three ways to save both.
///
/// The contexts protect themselves; `mainManagedObjectContext` is asked for before other threads
/// know the manager.
final class CoreDataManager: @unchecked Sendable {
    private let model: NSManagedObjectModel
    private let folder: URL
    private let errors = Mutex<[NSError]>([])
    private var token: (any NSObjectProtocol)?

    private(set) lazy var persistentStoreCoordinator: NSPersistentStoreCoordinator = {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: self.model)
        do {
            let options: [AnyHashable: Any] = [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: true,
            ]
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: self.storeURL,
                options: options)
        } catch {
            self.report(error)
        }
        return coordinator
    }()

    private lazy var privateManagedObjectContext: NSManagedObjectContext = {
        let managedObjectContext = NSManagedObjectContext(
            concurrencyType: .privateQueueConcurrencyType)
        managedObjectContext.persistentStoreCoordinator = self.persistentStoreCoordinator
        return managedObjectContext
    }()

    private(set) lazy var mainManagedObjectContext: NSManagedObjectContext = {
        let managedObjectContext = NSManagedObjectContext(
            concurrencyType: .mainQueueConcurrencyType)
        managedObjectContext.parent = self.privateManagedObjectContext
        return managedObjectContext
    }()

    init(_ model: NSManagedObjectModel) throws {
        self.model = model
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("core-data-manager-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = mainManagedObjectContext
        setupNotificationHandling()
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
        try? FileManager.default.removeItem(at: folder)
    }

    private var storeURL: URL { folder.appendingPathComponent("Notes.sqlite") }

    // MARK: Saving

    private func setupNotificationHandling() {
        // Tests run at the same time: each manager hears of its own app only.
        token = NotificationCenter.default.addObserver(
            forName: .appDidEnterBackground, object: self, queue: nil
        ) { [weak self] note in self?.saveChanges(note) }
    }

    func saveChanges(_ notification: Notification) {
        saveChangesLater()
    }

    /// Main is saved before this returns, the writer later.
    func saveChanges() {
        mainManagedObjectContext.performAndWait {
            do {
                if self.mainManagedObjectContext.hasChanges {
                    try self.mainManagedObjectContext.save()
                }
            } catch {
                report(error)
            }
        }
        privateManagedObjectContext.perform { self.saveWriter() }
    }

    /// Both are saved later, the writer when main has been.
    func saveChangesLater() {
        mainManagedObjectContext.perform {
            do {
                if self.mainManagedObjectContext.hasChanges {
                    try self.mainManagedObjectContext.save()
                }
            } catch {
                self.report(error)
            }
            self.privateManagedObjectContext.perform { self.saveWriter() }
        }
    }

    private func saveWriter() {
        do {
            if privateManagedObjectContext.hasChanges {
                try privateManagedObjectContext.save()
            }
        } catch {
            report(error)
        }
    }

    // MARK: For tests

    var failures: [NSError] { errors.withLock { $0 } }

    private func report(_ error: any Error) {
        errors.withLock { $0.append(error as NSError) }
    }

    /// Returns when the saves that were asked for are done: main enqueues the writer's.
    func settle() async {
        await mainManagedObjectContext.perform(schedule: .enqueued) {}
        await privateManagedObjectContext.perform(schedule: .enqueued) {}
    }

    /// How many new objects the writer holds that it has not saved.
    func unwritten() -> Int {
        privateManagedObjectContext.performAndWait {
            privateManagedObjectContext.insertedObjects.count
        }
    }

    /// SQLite's own view of the store's file.
    func sql(_ text: String) throws -> [[String?]] { try TestStore.sql(text, storeURL) }
}

import CoreData
import Foundation

/// An operation on a private context whose saves are merged into the main one; to be subclassed.
///
/// The contexts are set in `init` and protect themselves; the rest is set before the start.
class CoreDataOperation: Operation, @unchecked Sendable {
    private(set) var privateMoc: NSManagedObjectContext!
    private var mainMoc: NSManagedObjectContext!
    private var token: (any NSObjectProtocol)?
    /// Called on main when the saved changes have been merged.
    var saveBlock: (() -> Void)?

    convenience init(privateMoc: NSManagedObjectContext!, mainMoc: NSManagedObjectContext) {
        self.init()
        self.privateMoc = privateMoc ?? Self.makePrivateMoc(beside: mainMoc)
        self.mainMoc = mainMoc
        self.privateMoc.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }

    private static func makePrivateMoc(
        beside mainMoc: NSManagedObjectContext
    ) -> NSManagedObjectContext {
        let privateMoc = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        privateMoc.persistentStoreCoordinator = mainMoc.persistentStoreCoordinator
        return privateMoc
    }

    override func main() {
        token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: privateMoc, queue: nil
        ) { [weak self] note in self?.contextDidSave(note: note) }
        privateMoc.performAndWait { coreDataOperation() }
    }

    /// The work of a subclass, on the queue of `privateMoc`.
    func coreDataOperation() {
        fatalError("CoreDataOperation does nothing itself: override coreDataOperation()")
    }

    private func contextDidSave(note: Notification) {
        mainMoc.perform { () -> Void in
            self.mainMoc.mergeChanges(fromContextDidSave: note)
            self.saveBlock?()
        }
    }
}

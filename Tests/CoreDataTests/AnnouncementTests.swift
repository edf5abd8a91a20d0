import CoreData
import Foundation
import RandomPrograms
import Testing

/// The announcements of a context about its objects, and the changes that it does not announce.
@Suite(.inVirtualTime) struct AnnouncementTests {
    private let store: LifeStore
    private let root: NSManagedObjectContext

    init() throws {
        store = try LifeStore()
        root = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        root.persistentStoreCoordinator = store.coordinator
    }

    private func insert(
        _ number: Int, flags: Int = 0, in context: NSManagedObjectContext
    ) -> LifeItem {
        let item =
            NSEntityDescription.insertNewObject(forEntityName: "Item", into: context) as! LifeItem
        item.setValue(number, forKey: "n")
        item.setValue(flags, forKey: "f")
        item.setValue(number, forKey: "x")
        return item
    }

    private func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        return child
    }

    @Test func `What awakeFromFetch sets is no change`() throws {
        try root.performAndWait {
            let item = insert(4, flags: LifeItem.Flags.wakesWithValue, in: root)
            try root.save()
            root.refresh(item, mergeChanges: false)
            #expect(item.value(forKey: "d") as? Int == 40)
            #expect(!item.hasChanges)
            #expect(!root.hasChanges)
            #expect(item.changedValues().isEmpty)
            item.setValue(1, forKey: "y")
            root.rollback()
            #expect(item.value(forKey: "d") as? Int == 40)
        }
    }

    @Test func `A save does not announce updates that its context has announced`() throws {
        try root.performAndWait {
            let item = insert(1, in: root)
            try root.save()
            let notes = LifeNotes([root], hearsAll: true) { _, _ in 1 }
            defer { notes.stop() }
            item.setValue(2, forKey: "x")
            root.processPendingChanges()
            #expect(notes.take()[0]?.changes.count == 1)
            try root.save()
            root.processPendingChanges()
            #expect(notes.take()[0]?.changes.isEmpty ?? true)
        }
    }

    @Test func `A rollback takes announced insertions out of a controller's results`() throws {
        try root.performAndWait {
            let list = LifeList(root)
            try list.refetch()
            _ = insert(1, in: root)
            root.processPendingChanges()
            #expect(list.objects.count == 1)
            root.rollback()
            #expect(list.objects.isEmpty)
            #expect(list.controller.fetchedObjects?.isEmpty == true)
        }
    }

    @Test func `A controller keeps a refreshed object that no store has yet`() throws {
        let child = child(of: root)
        try child.performAndWait {
            let list = LifeList(child)
            try list.refetch()
            let item = insert(1, in: child)
            try child.save()
            child.refresh(item, mergeChanges: false)
            child.processPendingChanges()
            #expect(list.objects == [item])
        }
    }

    @Test func `A controller finds a merged update of what no store has yet`() throws {
        let middle = child(of: root)
        let bottom = child(of: middle)
        let list = try bottom.performAndWait {
            let list = LifeList(bottom)
            try list.refetch()
            return list
        }
        root.performAndWait { _ = insert(1, in: root) }
        let saves = LifeNotes([middle], hearsAll: false) { _, _ in 1 }
        defer { saves.stop() }
        try middle.performAndWait {
            let items = try middle.fetch(NSFetchRequest<LifeItem>(entityName: "Item"))
            items.first?.setValue(2, forKey: "x")
            try middle.save()
        }
        let saved = try #require(saves.lastSave(of: 0))
        bottom.performAndWait {
            bottom.mergeChanges(fromContextDidSave: saved)
            #expect(list.objects.count == 1)
        }
    }
}

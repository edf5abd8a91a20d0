import CoreData
import Foundation
import Testing

/// Lightweight migration of properties that took the names of others.
@Suite(.inVirtualTime) struct `Renaming in a migration` {
    private let automatic: [AnyHashable: Any] = [
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: true,
    ]

    @Test func `A new attribute with the former name of another starts empty, and stays apart`()
        throws
    {
        let renamed: (ArchiveModel.Editor) throws -> Void = { edit in
            try edit.rename("name", of: "Label", to: "title")
        }
        let reused: (ArchiveModel.Editor) throws -> Void = { edit in
            try renamed(edit)
            try edit.add(ArchiveModel.optional("name", .stringAttributeType), to: "Label")
        }
        for type in [NSPersistentStore.StoreType.sqlite, .binary, .xml] {
            let store = try TypedStore(type, model: ArchiveModel.make())
            try ArchiveModel.fill(store.context())
            try store.close()
            try store.reopen(try ArchiveModel.make(renamed), options: automatic)
            try store.reopen(try ArchiveModel.make(reused), options: automatic)
            let first = store.context()
            try first.performAndWait {
                let labels = try first.all("Label", nil, sortedBy: "title")
                #expect(labels.map { $0.text("title") } == ["blue", "red"])
                #expect(labels.map { $0.text("name") } == [nil, nil])
                for label in labels { label.setValue("new", forKey: "name") }
                try first.save()
            }
            let last = try ArchiveModel.make { edit in
                try reused(edit)
                try edit.add(ArchiveModel.optional("rank", .integer64AttributeType), to: "Label")
            }
            try store.reopen(last, options: automatic)
            let second = store.context()
            try second.performAndWait {
                let labels = try second.all("Label", nil, sortedBy: "title")
                #expect(labels.map { $0.text("title") } == ["blue", "red"])
                #expect(labels.map { $0.text("name") } == ["new", "new"])
            }
        }
    }

    @Test func `A property that is renamed twice keeps its values beside one of its first name`()
        throws
    {
        let first = try ArchiveModel.make { edit in
            try edit.rename("name", of: "Label", to: "title")
        }
        func model(_ title: String) throws -> NSManagedObjectModel {
            try ArchiveModel.make { edit in
                try edit.rename("name", of: "Label", to: title)
                try edit.add(ArchiveModel.optional("name", .stringAttributeType), to: "Label")
            }
        }
        for type in [NSPersistentStore.StoreType.sqlite, .binary, .xml] {
            let store = try TypedStore(type, model: ArchiveModel.make())
            try ArchiveModel.fill(store.context())
            try store.close()
            try store.reopen(first, options: automatic)
            try store.reopen(try model("title"), options: automatic)
            let context = store.context()
            try context.performAndWait {
                for label in try context.all("Label") { label.setValue("new", forKey: "name") }
                try context.save()
            }
            try store.reopen(try model("heading"), options: automatic)
            let reader = store.context()
            try reader.performAndWait {
                let labels = try reader.all("Label", nil, sortedBy: "heading")
                #expect(labels.map { $0.text("heading") } == ["blue", "red"])
                #expect(labels.map { $0.text("name") } == ["new", "new"])
            }
        }
    }
}

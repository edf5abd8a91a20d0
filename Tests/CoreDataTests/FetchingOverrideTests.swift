import CoreData
import Foundation
import Synchronization
import Testing

/// A book that looks around before it is deleted.
final class LookingBook: NSManagedObject {
    override func prepareForDeletion() {
        super.prepareForDeletion()
        _ = try? managedObjectContext?.count(
            for: NSFetchRequest<NSManagedObject>(entityName: "Tag"))
    }
}

/// A book whose author counts what is sold, and that is unique by its title.
final class CountingBook: NSManagedObject {
    override func validateForUpdate() throws {
        try super.validateForUpdate()
        let author = value(forKey: "author") as? NSManagedObject
        author?.setValue(value(forKey: "year"), forKey: "born")
        _ = try managedObjectContext?.count(
            for: NSFetchRequest<NSManagedObject>(entityName: "Book"))
    }
}

/// An author whose year of birth is filled in where it is read.
final class CompletedAuthor: NSManagedObject {
    override func awakeFromFetch() {
        super.awakeFromFetch()
        if primitiveValue(forKey: "born") == nil { setValue(1921, forKey: "born") }
    }
}

/// A tag that saves its context while that saves it.
final class SavingTag: NSManagedObject {
    override func willSave() {
        super.willSave()
        var code: Int?
        do { try managedObjectContext?.save() } catch { code = (error as NSError).code }
        if value(forKey: "name") as? String == "new" { setValue("\(code ?? 0)", forKey: "name") }
    }
}

/// A tag that is not kept without a name.
final class NamedTag: NSManagedObject {
    override func willSave() {
        super.willSave()
        if value(forKey: "name") == nil, !isDeleted { managedObjectContext?.delete(self) }
    }
}

/// What an app overrides may fetch, which ends the event; it may change and delete, and not save.
@Suite(.inVirtualTime) struct `Overrides that fetch` {
    private static func model(_ book: NSManagedObject.Type) -> NSManagedObjectModel {
        let model = LibraryModel.make()
        model.entitiesByName["Book"]!.managedObjectClassName = NSStringFromClass(book)
        // Two steps of a cascade.
        model.entitiesByName["Book"]!.relationshipsByName["tags"]!.deleteRule = .cascadeDeleteRule
        return model
    }

    @Test(arguments: [1, 3], [true, false])
    func `A cascade goes on through an object that fetches before its deletion`(
        books: Int, atEndOfEvent: Bool
    ) throws {
        let store = try TestStore(model: Self.model(LookingBook.self))
        let context = store.context()
        context.propagatesDeletesAtEndOfEvent = atEndOfEvent
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            for number in 0..<books {
                let tag = context.make("Tag", ["name": "\(number)"])
                context.make("Book", ["author": author, "tags": Set([tag])])
            }
            try context.save()
            context.delete(author)
            try context.save()
            for entity in ["Author", "Book", "Tag"] {
                let left = try context.all(entity)
                #expect(left.isEmpty, "\(entity)")
            }
        }
    }

    @Test func `What a validation changes is saved, also where it fetches`() throws {
        let store = try TestStore(model: Self.model(CountingBook.self))
        let context = store.context()
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            let book = context.make("Book", ["title": "A", "author": author])
            try context.save()
            book.setValue(1961, forKey: "year")
            try context.save()
            #expect(!author.hasChanges && !context.hasChanges)
        }
        let other = store.context()
        try other.performAndWait {
            let born = try other.all("Author").first?.value(forKey: "born") as? Int
            #expect(born == 1961)
        }
    }

    private static func tags(_ tag: NSManagedObject.Type) -> NSManagedObjectModel {
        let model = LibraryModel.make()
        model.entitiesByName["Tag"]!.managedObjectClassName = NSStringFromClass(tag)
        return model
    }

    @Test func `A save within a save is refused, and the outer one goes on`() throws {
        let store = try TestStore(model: Self.tags(SavingTag.self))
        let context = store.context()
        try context.performAndWait {
            let tag = context.make("Tag", ["name": "new"])
            try context.save()
            #expect(tag.text("name") == "132001" && !context.hasChanges)
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Tag")) == 1)
            tag.setValue("b", forKey: "name")
            try context.save()
            #expect(!context.hasChanges)
        }
    }

    @Test func `A new object that is deleted by its own save is forgotten`() throws {
        let store = try TestStore(model: Self.tags(NamedTag.self))
        let context = store.context()
        try context.performAndWait {
            let tag = context.make("Tag")
            try context.save()
            #expect(!context.hasChanges && context.registeredObjects.isEmpty)
            #expect(!tag.hasChanges)
        }
    }

    @Test func `What awakeFromFetch sets is saved with the object's next change`() throws {
        let model = LibraryModel.make()
        model.entitiesByName["Author"]!.managedObjectClassName =
            NSStringFromClass(CompletedAuthor.self)
        let store = try TestStore(model: model)
        let writer = store.context()
        try writer.performAndWait {
            writer.make("Author", ["name": "Lem"])
            try writer.save()
        }
        let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
        request.predicate = NSPredicate(format: "born == 1921")
        let context = store.context()
        try context.performAndWait {
            let author = try #require(try context.all("Author").first)
            #expect(author.value(forKey: "born") as? Int == 1921 && !author.hasChanges)
            #expect(try context.count(for: request) == 0)
            author.setValue("Stanisław Lem", forKey: "name")
            #expect(Array(author.changedValues().keys) == ["name"])
            try context.save()
            #expect(try context.count(for: request) == 1)
        }
    }

    // The writer has another year by now.
    @Test func `What awakeFromFetch set gives way to what a refresh brings`() throws {
        let model = LibraryModel.make()
        model.entitiesByName["Author"]!.managedObjectClassName =
            NSStringFromClass(CompletedAuthor.self)
        let store = try TestStore(model: model)
        let writer = store.context(), context = store.context()
        try writer.performAndWait {
            writer.make("Author", ["name": "Lem"])
            try writer.save()
        }
        try context.performAndWait {
            let author = try #require(try context.all("Author").first)
            #expect(author.value(forKey: "born") as? Int == 1921)
            try writer.performAndWait {
                try writer.all("Author").first?.setValue(1900, forKey: "born")
                try writer.save()
            }
            context.refresh(author, mergeChanges: true)
            #expect(author.value(forKey: "born") as? Int == 1900)
            author.setValue("Stanisław Lem", forKey: "name")
            #expect(Array(author.changedValues().keys) == ["name"])
            try context.save()
        }
        try writer.performAndWait {
            writer.reset()
            let born = try writer.all("Author").first?.value(forKey: "born") as? Int
            #expect(born == 1900)
        }
    }

    /// Counts the saves of a context that have begun and ended.
    private final class SaveCounter: SaveObserver, Sendable {
        let counts = Mutex((began: 0, ended: 0))

        func contextWillSave(_ context: NSManagedObjectContext) {
            guard context.hasChanges else { return }
            counts.withLock { $0.began += 1 }
        }

        func contextDidSave(_ context: NSManagedObjectContext) {
            counts.withLock { $0.ended += 1 }
        }

        func contextDidFailToSave(_ context: NSManagedObjectContext, error: any Error) {}
    }

    @Test func `An observer of the changes that a save announces may save them`() throws {
        let store = try TestStore()
        let counter = SaveCounter()
        store.coordinator.saveObserver = counter
        let context = store.context()
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { note in
            let changed = note.object as? NSManagedObjectContext
            #expect(throws: Never.self) { try changed?.save() }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try context.performAndWait {
            context.make("Tag", ["name": "a"])
            try context.save()
            #expect(!context.hasChanges)
        }
        // The outer save finds nothing left.
        counter.counts.withLock { #expect($0.began == 1 && $0.ended == 2) }
    }
}

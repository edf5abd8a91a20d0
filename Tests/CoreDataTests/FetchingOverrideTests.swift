import CoreData
import Foundation
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

/// What an app overrides may fetch, and a fetch ends the event.
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
}

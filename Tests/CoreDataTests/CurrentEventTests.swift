import CoreData
import Foundation
import Testing

/// `changedValuesForCurrentEvent()`: the values from before the event's changes.
@Suite struct `Values changed in the current event` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        context = store.context()
    }

    private func savedBook() throws -> NSManagedObject {
        let author = context.make("Author", ["name": "Lem"])
        let book = context.make("Book", ["title": "a", "year": 1, "author": author])
        try context.save()
        return book
    }

    @Test func `They are the old ones of what the event has changed`() throws {
        try context.performAndWait {
            let book = try savedBook()
            let author = book.one("author")
            #expect(book.changedValuesForCurrentEvent().isEmpty)
            book.setValue("b", forKey: "title")
            book.setValue(nil, forKey: "author")
            book.setValue(2.5, forKey: "price")
            let values = book.changedValuesForCurrentEvent()
            #expect(Set(values.keys) == ["title", "author", "price"])
            #expect(values["title"] as? String == "a")
            #expect(values["author"] as? NSManagedObject === author)
            #expect(values["price"] is NSNull)
        }
    }

    @Test func `Each event begins anew, while the changes stay unsaved`() throws {
        try context.performAndWait {
            let book = try savedBook()
            book.setValue("b", forKey: "title")
            context.processPendingChanges()
            #expect(book.changedValuesForCurrentEvent().isEmpty)
            book.setValue("c", forKey: "title")
            book.setValue("d", forKey: "title")
            #expect(book.changedValuesForCurrentEvent()["title"] as? String == "b")
            #expect(book.changedValuesForCurrentEvent().count == 1)
            #expect(book.changedValues()["title"] as? String == "d")
            try context.save()
            #expect(book.changedValuesForCurrentEvent().isEmpty)
            #expect(book.text("title") == "d")
        }
    }

    @Test func `While objects-did-change is posted they are those that it tells about`() throws {
        try context.performAndWait {
            let book = try savedBook()
            nonisolated(unsafe) var heard: [String?] = []
            nonisolated(unsafe) let object = book
            let observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
            ) { _ in heard.append(object.changedValuesForCurrentEvent()["title"] as? String) }
            defer { NotificationCenter.default.removeObserver(observer) }
            for title in ["b", "c"] {
                book.setValue(title, forKey: "title")
                context.processPendingChanges()
            }
            #expect(heard == ["a", "b"])
        }
    }

    @Test func `What is set back is no change, and a new object has none`() throws {
        try context.performAndWait {
            let book = try savedBook()
            book.setValue("b", forKey: "title")
            book.setValue("a", forKey: "title")
            #expect(book.changedValuesForCurrentEvent().isEmpty)
            let other = context.make("Book", ["title": "x"])
            #expect(other.changedValuesForCurrentEvent().isEmpty)
            book.setValue("c", forKey: "title")
            context.rollback()
            #expect(book.changedValuesForCurrentEvent().isEmpty)
        }
    }
}

import CoreData
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Undo` {
    /// A context with an undo manager whose events are steps of their own.
    private func withManager(
        byHand: Bool = true, model: NSManagedObjectModel = LibraryModel.make(),
        _ body: (NSManagedObjectContext, UndoManager) throws -> Void
    ) throws {
        let store = try TestStore(model: model)
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            let manager = UndoManager()
            context.undoManager = manager
            manager.groupsByEvent = !byHand
            try body(context, manager)
        }
    }

    /// Runs a block as one undo step.
    private func step(
        _ context: NSManagedObjectContext, _ body: () throws -> Void
    ) rethrows {
        context.undoManager?.beginUndoGrouping()
        try body()
        context.processPendingChanges()
        context.undoManager?.endUndoGrouping()
    }

    /// Runs a block whose changes are no step.
    private func unrecorded(
        _ context: NSManagedObjectContext, _ body: () throws -> Void
    ) rethrows {
        context.undoManager?.disableUndoRegistration()
        try body()
        context.processPendingChanges()
        context.undoManager?.enableUndoRegistration()
    }

    @Test func `An event is one step, also where another object is refreshed within it`() throws {
        try withManager { context, manager in
            let book = context.make("Book", ["title": "a", "year": 1])
            let other = context.make("Book", ["title": "b", "year": 0])
            manager.disableUndoRegistration()
            try context.save()
            manager.enableUndoRegistration()
            for isOwn in [false, true] {
                step(context) {
                    other.setValue("c", forKey: "title")
                    book.setValue("A", forKey: "title")
                    context.refresh(isOwn ? book : other, mergeChanges: true)
                    book.setValue(2, forKey: "year")
                    other.setValue(3, forKey: "year")
                }
                manager.undo()
                #expect(book.text("title") == "a" && book.int("year") == 1)
                #expect(other.text("title") == "b" && other.int("year") == 0)
                #expect(!context.hasChanges)
                manager.redo()
                #expect(book.text("title") == "A" && book.int("year") == 2)
                #expect(other.text("title") == "c" && other.int("year") == 3)
                manager.undo()
            }
        }
    }

    @Test func `A new member survives a refresh within its event, undone and redone`() throws {
        try withManager { context, manager in
            let book = context.make("Book", ["title": "a"])
            manager.disableUndoRegistration()
            try context.save()
            manager.enableUndoRegistration()
            step(context) {
                let tag = context.make("Tag", ["name": "new"])
                book.mutableSetValue(forKey: "tags").add(tag)
                context.refresh(book, mergeChanges: true)
                book.setValue("b", forKey: "title")
            }
            for _ in 0..<2 {
                manager.undo()
                #expect(book.many("tags").isEmpty && book.text("title") == "a")
                manager.redo()
                #expect(book.many("tags").map { $0.text("name") } == ["new"])
                #expect(book.text("title") == "b")
            }
        }
    }

    @Test func `A group by hand lasts until it is ended, also after an event's that was`()
        async throws
    {
        let store = try TestStore()
        let context = NSManagedObjectContext(.mainQueue)
        context.persistentStoreCoordinator = store.coordinator
        let manager = UndoManager()
        let tag = try await context.perform { () -> NSManagedObject in
            let tag = context.make("Tag", ["name": "a"])
            try context.save()
            context.undoManager = manager
            tag.setValue("b", forKey: "name")
            manager.endUndoGrouping()
            manager.beginUndoGrouping()
            tag.setValue("c", forKey: "name")
            return tag
        }
        let names = await context.perform { () -> [String?] in
            tag.setValue("d", forKey: "name")
            manager.endUndoGrouping()
            return (0..<2).map { _ in
                manager.undo()
                return tag.text("name")
            }
        }
        #expect(names == ["b", "a"])
    }

    @Test func `A group by hand has what was changed within it, and no more`() throws {
        try withManager { context, manager in
            let tag = context.make("Tag", ["name": "a"])
            manager.disableUndoRegistration()
            context.processPendingChanges()
            manager.enableUndoRegistration()
            manager.beginUndoGrouping()
            tag.setValue("b", forKey: "name")
            manager.endUndoGrouping()
            try context.save()
            manager.beginUndoGrouping()
            tag.setValue("c", forKey: "name")
            manager.endUndoGrouping()
            manager.undo()
            #expect(tag.text("name") == "b")
            manager.undo()
            #expect(tag.text("name") == "a")
            manager.redo()
            #expect(tag.text("name") == "b")
        }
    }

    @Test func `Without a manager nothing is undone, and rollback works`() throws {
        let store = try TestStore()
        let context = store.context()
        context.performAndWait {
            #expect(context.undoManager == nil)
            context.make("Tag")
            context.undo()
            context.redo()
            #expect(context.insertedObjects.count == 1)
            context.rollback()
            #expect(context.insertedObjects.isEmpty)
        }
    }

    @Test func `Undo ends the event, empties the inserted objects, and redo restores them`() throws
    {
        try withManager(byHand: false) { context, manager in
            let tag = context.make("Tag", ["name": "a"])
            context.undo()
            #expect(context.insertedObjects.isEmpty && !context.hasChanges)
            #expect(!manager.canUndo && manager.canRedo)
            context.redo()
            #expect(context.insertedObjects == [tag] && tag.text("name") == "a")
            try context.save()
            #expect(try context.all("Tag") == [tag])
        }
    }

    @Test func `A value set twice in an event returns to its first value`() throws {
        try withManager { context, _ in
            var tag: NSManagedObject!
            unrecorded(context) { tag = context.make("Tag", ["name": "a"]) }
            step(context) {
                tag.setValue("b", forKey: "name")
                tag.setValue("c", forKey: "name")
            }
            context.undo()
            #expect(tag.text("name") == "a")
            context.redo()
            #expect(tag.text("name") == "c")
        }
    }

    @Test func `Events of a private queue share the open group, which undo closes`() throws {
        try withManager(byHand: false) { context, manager in
            let tag = context.make("Tag", ["name": "a"])
            try context.save()
            manager.removeAllActions()
            for name in ["b", "c"] {
                tag.setValue(name, forKey: "name")
                context.processPendingChanges()
            }
            #expect(manager.groupingLevel == 1)
            context.undo()
            #expect(tag.text("name") == "a" && manager.groupingLevel == 0)
            // As it was saved: there is nothing to save.
            #expect(!context.hasChanges)
        }
    }

    @Test func `A block of perform on the main queue closes its group`() async throws {
        let store = try TestStore()
        let context = NSManagedObjectContext(.mainQueue)
        context.persistentStoreCoordinator = store.coordinator
        await context.perform { context.undoManager = UndoManager() }
        for name in ["a", "b"] {
            await withCheckedContinuation { continuation in
                context.perform { context.make("Tag", ["name": name]) }
                context.perform { continuation.resume() }
            }
        }
        let levels = await context.perform { () -> [Int] in
            var counts = [context.insertedObjects.count]
            context.undo()
            counts.append(context.insertedObjects.count)
            context.undo()
            return counts + [context.insertedObjects.count]
        }
        #expect(levels == [2, 1, 0])
    }

    @Test func `Both sides of a relationship are undone and redone`() throws {
        try withManager { context, _ in
            context.undoManager?.disableUndoRegistration()
            let lem = context.make("Author", ["name": "Lem"])
            let dick = context.make("Author", ["name": "Dick"])
            let book = context.make("Book", ["author": lem])
            let tag = context.make("Tag")
            context.processPendingChanges()
            context.undoManager?.enableUndoRegistration()
            step(context) {
                book.setValue(dick, forKey: "author")
                tag.mutableSetValue(forKey: "books").add(book)
            }
            context.undo()
            #expect(book.one("author") === lem && lem.many("books") == [book])
            #expect(dick.many("books").isEmpty && tag.many("books").isEmpty)
            #expect(book.many("tags").isEmpty)
            context.redo()
            #expect(book.one("author") === dick && dick.many("books") == [book])
            #expect(lem.many("books").isEmpty && book.many("tags") == [tag])
        }
    }

    @Test func `A deletion is undone with all that it cascaded to`() throws {
        try withManager { context, _ in
            context.undoManager?.disableUndoRegistration()
            let author = context.make("Author", ["name": "Lem"])
            let books = ["A", "B"].map { context.make("Book", ["title": $0, "author": author]) }
            let tag = context.make("Tag", ["books": Set(books)])
            try context.save()
            context.undoManager?.enableUndoRegistration()
            step(context) { context.delete(author) }
            #expect(context.deletedObjects == Set(books + [author]))
            context.undo()
            #expect(context.deletedObjects.isEmpty && !context.hasChanges)
            #expect(author.many("books") == Set(books) && tag.many("books") == Set(books))
            context.redo()
            try context.save()
            #expect(try context.all("Book").isEmpty && tag.many("books").isEmpty)
        }
    }

    @Test func `Changes while registration is off stay`() throws {
        try withManager { context, manager in
            var tag: NSManagedObject!
            step(context) { tag = context.make("Tag", ["name": "a"]) }
            manager.disableUndoRegistration()
            tag.setValue("b", forKey: "name")
            context.processPendingChanges()
            manager.enableUndoRegistration()
            step(context) { tag.setValue("c", forKey: "name") }
            context.undo()
            #expect(tag.text("name") == "b")
            context.undo()
            #expect(context.insertedObjects.isEmpty && !manager.canUndo)
            context.redo()
            context.redo()
            #expect(tag.text("name") == "c" && !manager.canRedo)
        }
    }

    @Test func `A save keeps the steps: undo makes what it saved pending again`() throws {
        try withManager { context, _ in
            var tag: NSManagedObject!
            try unrecorded(context) {
                tag = context.make("Tag", ["name": "a"])
                try context.save()
            }
            step(context) { tag.setValue("b", forKey: "name") }
            try context.save()
            context.undo()
            #expect(tag.text("name") == "a" && context.updatedObjects == [tag])
            try context.save()
            context.redo()
            #expect(tag.text("name") == "b" && tag.hasChanges)
        }
    }

    @Test func `A saved deletion comes back as an insertion`() throws {
        try withManager { context, _ in
            context.undoManager?.disableUndoRegistration()
            let author = context.make("Author", ["name": "Lem"])
            let book = context.make("Book", ["title": "A", "author": author])
            try context.save()
            context.undoManager?.enableUndoRegistration()
            let former = book.objectID
            step(context) { context.delete(book) }
            try context.save()
            context.undo()
            #expect(context.insertedObjects == [book] && book.one("author") === author)
            try context.save()
            #expect(book.text("title") == "A" && book.objectID != former)
            #expect(try context.all("Book") == [book])
        }
    }

    // Others refer to the author by now; without a rule the store would refer to nothing.
    @Test func `Undoing a saved insertion applies its delete rules, and redo takes them back`()
        throws
    {
        try withManager { context, _ in
            var author: NSManagedObject!
            step(context) { author = context.make("Author", ["name": "Lem"]) }
            try context.save()
            var book: NSManagedObject!
            try unrecorded(context) {
                book = context.make("Book", ["title": "A", "author": author])
                try context.save()
            }
            context.undo()
            #expect(context.deletedObjects == [author, book])
            context.redo()
            #expect(context.deletedObjects.isEmpty && book.one("author") === author)
            context.undo()
            try context.save()
            #expect(try context.all("Author").isEmpty && context.all("Book").isEmpty)
        }
    }

    // The step has the book's former title, and its author's deletion takes the book along.
    @Test func `A rule deletes an object whose change is undone in the same step`() throws {
        try withManager { context, _ in
            var book: NSManagedObject!, author: NSManagedObject!
            try unrecorded(context) {
                book = context.make("Book", ["title": "A"])
                try context.save()
            }
            step(context) {
                author = context.make("Author", ["name": "Lem"])
                book.setValue("B", forKey: "title")
            }
            try context.save()
            try unrecorded(context) {
                book.setValue("A", forKey: "title")
                book.setValue(author, forKey: "author")
                try context.save()
            }
            context.undo()
            try context.save()
            #expect(try context.all("Author").isEmpty && context.all("Book").isEmpty)
        }
    }

    @Test func `What an undone insertion led to, and knows nothing of it, stays`() throws {
        let model = LibraryModel.make()
        let cover = NSRelationshipDescription()
        cover.name = "opening"
        cover.destinationEntity = model.entitiesByName["Tag"]
        cover.maxCount = 1
        cover.deleteRule = .cascadeDeleteRule
        model.entitiesByName["Book"]!.properties.append(cover)
        try withManager(model: model) { context, _ in
            var tag: NSManagedObject!
            try unrecorded(context) {
                tag = context.make("Tag", ["name": "sf"])
                try context.save()
            }
            step(context) { context.make("Book", ["title": "A", "opening": tag]) }
            context.undo()
            #expect(!tag.isDeleted && context.insertedObjects.isEmpty)
        }
    }

    @Test func `An insertion that is redone after a save is saved once`() throws {
        try withManager { context, _ in
            step(context) { context.make("Tag", ["name": "a"]) }
            context.undo()
            try context.save()
            context.redo()
            try context.save()
            #expect(try context.all("Tag").map { $0.text("name") } == ["a"])
        }
    }

    @Test func `Forgetting all steps registers again; a reset does not`() throws {
        try withManager { context, manager in
            manager.disableUndoRegistration()
            context.reset()
            #expect(!manager.isUndoRegistrationEnabled)
            manager.removeAllActions()
            #expect(manager.isUndoRegistrationEnabled)
        }
    }

    @Test func `Rollback and reset forget the steps`() throws {
        try withManager(byHand: false) { context, manager in
            context.make("Tag")
            context.processPendingChanges()
            context.rollback()
            #expect(!manager.canUndo && !manager.canRedo)
            context.make("Tag")
            context.processPendingChanges()
            context.reset()
            #expect(!manager.canUndo)
        }
    }

    @Test func `A manager keeps as many steps as its levels, and their names`() throws {
        try withManager { context, manager in
            manager.levelsOfUndo = 2
            for name in ["a", "b", "c"] {
                step(context) {
                    context.make("Tag", ["name": name])
                    manager.setActionName(name)
                }
            }
            #expect(manager.undoActionName == "c")
            context.undo()
            #expect(manager.undoActionName == "b" && manager.redoActionName == "c")
            context.undo()
            context.undo()
            #expect(context.insertedObjects.count == 1 && !manager.canUndo)
        }
    }

    @Test func `A change after an undo ends what could be redone`() throws {
        try withManager { context, manager in
            step(context) { context.make("Tag") }
            context.undo()
            step(context) { context.make("Tag") }
            #expect(!manager.canRedo)
        }
    }

    @Test func `The manager's own undo and redo end the event first`() throws {
        try withManager(byHand: false) { context, manager in
            let tag = context.make("Tag", ["name": "a"])
            try context.save()
            manager.removeAllActions()
            tag.setValue("b", forKey: "name")
            manager.undo()
            #expect(tag.text("name") == "a")
            #expect(manager.canRedo)
            tag.setValue("c", forKey: "name")
            #expect(!manager.canRedo)
            manager.redo()
            #expect(tag.text("name") == "c")
            manager.undo()
            #expect(tag.text("name") == "a")
        }
    }

    @Test func `Blocks that a task waits for, and those with a save, are steps of main`()
        async throws
    {
        let store = try TestStore()
        let context = NSManagedObjectContext(.mainQueue)
        context.persistentStoreCoordinator = store.coordinator
        let tag = try await context.perform { () -> NSManagedObject in
            let tag = context.make("Tag", ["name": "a"])
            try context.save()
            context.undoManager = UndoManager()
            return tag
        }
        await context.perform { tag.setValue("b", forKey: "name") }
        await context.perform { tag.setValue("c", forKey: "name") }
        try context.performAndWait {
            tag.setValue("d", forKey: "name")
            try context.save()
        }
        await context.perform { tag.setValue("e", forKey: "name") }
        let names = await context.perform {
            (0..<4).map { _ -> String? in
                context.undo()
                return tag.text("name")
            }
        }
        #expect(names == ["d", "c", "b", "a"])
    }

    @Test func `A context goes away with the steps that concern it`() throws {
        let store = try TestStore()
        let manager = UndoManager()
        weak var gone: NSManagedObjectContext?
        do {
            let context = store.context()
            gone = context
            context.performAndWait {
                context.undoManager = manager
                context.make("Tag", ["name": "a"])
                context.processPendingChanges()
                #expect(manager.canUndo)
            }
        }
        #expect(gone == nil)
        #expect(!manager.canUndo)
        manager.undo()
    }

    @Test func `A child's save is a step of its parent's manager`() throws {
        try withManager { parent, _ in
            let child = TestStore.child(of: parent)
            var author: NSManagedObject!
            unrecorded(parent) { author = parent.make("Author", ["name": "Lem"]) }
            let id = author.objectID
            parent.undoManager?.beginUndoGrouping()
            try child.performAndWait {
                child.make("Book", ["title": "A", "author": child.object(with: id)])
                try child.save()
            }
            parent.processPendingChanges()
            parent.undoManager?.endUndoGrouping()
            #expect(author.many("books").count == 1)
            parent.undo()
            #expect(author.many("books").isEmpty && parent.insertedObjects == [author])
        }
    }

    @Test func `Grouping by hand needs a group`() async {
        await #expect(processExitsWith: .failure) {
            let manager = UndoManager()
            manager.groupsByEvent = false
            manager.registerUndo(withTarget: manager) { _ in }
        }
        await #expect(processExitsWith: .failure) { UndoManager().endUndoGrouping() }
    }
}

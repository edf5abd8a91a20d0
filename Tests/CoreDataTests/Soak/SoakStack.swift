import CoreData
import Execution
import Foundation
import RandomPrograms

/// A store on which an importer, a user and her nested editors work in rounds.
///
/// Each round leaves the store as large as before, so any growth is the engine's.
///
///     coordinator ← ui (main queue, merging) ← editor (merging) ← detail
///                 ← importer                    controllers on ui and on editor
final class SoakStack {
    private static let batch = 30
    private static let entities = ["Author", "Book", "Tag"]

    private let store: TestStore
    private let ui: NSManagedObjectContext
    private let editor: NSManagedObjectContext
    private let detail: NSManagedObjectContext
    private let importer: NSManagedObjectContext
    private let shown: NSFetchedResultsController<NSManagedObject>
    private let edited: NSFetchedResultsController<NSManagedObject>
    private let listeners = [ChangeListener(), ChangeListener()]
    /// Numbers are used over and over: an import of a number that exists updates its rows.
    private let population: Int
    private var random: RandomStream

    /// - Parameter population: how many authors there can be; each has at most three books.
    init(seed: UInt64, population: Int) throws {
        self.population = population
        store = try TestStore(model: ProgramModel.make())
        ui = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        ui.persistentStoreCoordinator = store.coordinator
        editor = TestStore.child(of: ui, "editor")
        detail = TestStore.child(of: editor, "detail")
        importer = store.context("importer")
        random = RandomStream(seed: seed)
        for context in [ui, editor, detail, importer] {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        }
        ui.automaticallyMergesChangesFromParent = true
        editor.automaticallyMergesChangesFromParent = true
        shown = Self.controller(ui)
        edited = Self.controller(editor)
        shown.delegate = listeners[0]
        edited.delegate = listeners[1]
        try ui.performAndWait { try shown.performFetch() }
        try editor.performAndWait { try edited.performFetch() }
    }

    private static func controller(
        _ context: NSManagedObjectContext
    ) -> NSFetchedResultsController<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
        request.predicate = NSPredicate(format: "x < 40")
        request.sortDescriptors = [NSSortDescriptor(key: "n", ascending: true)]
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
            cacheName: nil)
    }

    /// One round: an import, edits through three levels, deletions, and now and then a reset.
    func run(round: Int) throws {
        try importBatch()
        try editInDetail()
        try removeFromUI()
        if round % 7 == 0 { importer.performAndWait { importer.reset() } }
        if round % 11 == 0 {
            try editor.performAndWait {
                detail.performAndWait { detail.reset() }
                editor.reset()
                try edited.performFetch()
            }
        }
        if round % 13 == 0 { ui.performAndWait { ui.refreshAllObjects() } }
        if round % 17 == 0 {
            try ui.performAndWait {
                ui.reset()
                try shown.performFetch()
            }
        }
    }

    /// Finds or creates authors, and gives each a book and a tag.
    private func importBatch() throws {
        let numbers = (0..<Self.batch).map { _ in below(population) }
        try importer.performAndWait {
            let known = try importer.all("Author", NSPredicate(format: "n IN %@", numbers))
            var authors: [Int: NSManagedObject] = [:]
            for author in known { authors[author.int("n") ?? -1] = author }
            for number in numbers {
                let author = authors[number] ?? importer.make("Author", ["n": number])
                authors[number] = author
                author.setValue(below(100), forKey: "x")
                let old = author.many("books").sorted { $0.int("n") ?? 0 < $1.int("n") ?? 0 }
                for book in old.dropFirst(2) { importer.delete(book) }
                let book = importer.make("Book", ["n": number, "x": below(100)])
                book.setValue(author, forKey: "author")
                let tag = importer.make("Tag", ["n": number])
                book.setValue(Set([tag]), forKey: "tags")
            }
            try importer.save()
        }
    }

    /// Edits, inserts and saves through all levels, with IDs asked for on the way.
    private func editInDetail() throws {
        let limit = below(population)
        let asksForIDs = below(2) == 0
        try detail.performAndWait {
            let books = try detail.all("Book", NSPredicate(format: "n < %d", limit), sortedBy: "n")
            for book in books.suffix(10) { book.setValue(below(100), forKey: "y") }
            let book = detail.make("Book", ["n": limit, "x": 1])
            if asksForIDs { try detail.obtainPermanentIDs(for: [book]) }
            try detail.save()
        }
        try editor.performAndWait {
            editor.processPendingChanges()
            try editor.save()
        }
        try ui.performAndWait {
            ui.processPendingChanges()
            try ui.save()
        }
    }

    /// Deletes tags that no book has, books beyond their number, and authors now and then.
    private func removeFromUI() throws {
        let number = below(population)
        try ui.performAndWait {
            let lost = NSPredicate(format: "books.@count == 0")
            for tag in try ui.all("Tag", lost) { ui.delete(tag) }
            let orphans = NSPredicate(format: "author == nil")
            for book in try ui.all("Book", orphans) { ui.delete(book) }
            let author = try ui.all("Author", NSPredicate(format: "n == %d", number)).first
            if let author { ui.delete(author) }
            ui.processPendingChanges()
            try ui.save()
        }
    }

    private func below(_ limit: Int) -> Int {
        Int.random(in: 0..<limit, using: &random)
    }

    /// Waits for the merges that are under way: the store goes with the stack.
    func finish() {
        for context in [ui, editor, detail, importer] { context.performAndWait {} }
    }

    /// How many changes both lists have announced.
    var announcedChanges: Int { listeners.reduce(0) { $0 + $1.count } }

    /// The figures that might have grown.
    func measure() throws -> SoakFigures {
        let contexts = [ui, editor, detail, importer]
        let registered = contexts.map { context in
            context.performAndWait { context.registeredObjects.count }
        }
        let rows = try importer.performAndWait {
            try Self.entities.reduce(0) { sum, name in
                try sum + importer.count(for: NSFetchRequest<NSManagedObject>(entityName: name))
            }
        }
        return SoakFigures(
            memoryBytes: SoakFigures.anonymousBytes(),
            descriptors: SoakFigures.openDescriptors(),
            logBytes: SoakFigures.bytes(of: store.url.path + "-wal"),
            storeBytes: SoakFigures.bytes(of: store.url.path),
            registeredObjects: registered.reduce(0, +),
            rows: rows)
    }
}

/// A delegate that counts, and keeps nothing.
private final class ChangeListener: NSObject, NSFetchedResultsControllerDelegate {
    private(set) var count = 0

    func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        count += 1
    }
}

import CoreData
import Execution
import Foundation
import Testing

/// A list that only follows a delegate's calls must equal a fetch after each round of random edits.
///
/// A failure prints the seed.
@Suite(.inVirtualTime) struct `Fetched results under random edits` {
    @Test(arguments: 0..<40, [true, false])
    func `A mirror of the delegate's changes is what a fetch finds`(
        seed: UInt64, bySections: Bool
    ) throws {
        let store = try TestStore()
        let context = store.context()
        let other = store.context("other")
        other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        var edits = BookEdits(RandomStream(seed: seed))
        nonisolated(unsafe) var saved: Notification?
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: other, queue: nil
        ) { saved = $0 }
        defer { NotificationCenter.default.removeObserver(observer) }
        try context.performAndWait {
            try edits.run(in: context, count: 12)
            try context.save()
            let followed = controller(context, bySections)
            try followed.performFetch()
            let recorder = ResultsRecorder(mirroring: objects(followed))
            followed.delegate = recorder
            for round in 0..<25 {
                if edits.isLucky(4) {
                    try context.save()
                    try other.performAndWait {
                        other.reset()
                        try edits.run(in: other, count: 5)
                        try other.save()
                    }
                    if let saved { context.mergeChanges(fromContextDidSave: saved) }
                    saved = nil
                } else {
                    try edits.run(in: context, count: 5)
                    context.processPendingChanges()
                }
                let comment: Comment = "seed \(seed), round \(round): \(recorder.take())"
                let fresh = controller(context, bySections)
                try fresh.performFetch()
                #expect(texts(recorder.mirror) == texts(objects(fresh)), comment)
                #expect(recorder.mirror == objects(followed), comment)
                #expect(followed.sections?.map(\.name) == fresh.sections?.map(\.name), comment)
                if recorder.mirror != objects(fresh) { return }
            }
        }
    }

    private func controller(
        _ context: NSManagedObjectContext, _ bySections: Bool
    ) -> NSFetchedResultsController<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
        // The price is unique, so that there is one order only.
        request.sortDescriptors = ["title", "year", "price"].map {
            NSSortDescriptor(key: $0, ascending: $0 != "year")
        }
        request.predicate = NSPredicate(format: "isLent == NO")
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context,
            sectionNameKeyPath: bySections ? "title" : nil, cacheName: nil)
    }

    private func texts(_ sections: [[NSManagedObject]]) -> [[String]] {
        sections.map { section in
            section.map { book in
                let price = book.value(forKey: "price") as? Double ?? 0
                return "\(book.text("title") ?? "–")\(book.int("year") ?? -1)-\(Int(price))"
            }
        }
    }

    private func objects(
        _ controller: NSFetchedResultsController<NSManagedObject>
    ) -> [[NSManagedObject]] {
        (controller.sections ?? []).map { $0.objects as? [NSManagedObject] ?? [] }
    }
}

/// Random insertions, deletions and changes of books, of few kinds so that they meet.
private struct BookEdits {
    private var stream: RandomStream
    private var next = 0.0

    init(_ stream: RandomStream) {
        self.stream = stream
    }

    mutating func isLucky(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &stream) == 0 }

    mutating func run(in context: NSManagedObjectContext, count: Int) throws {
        for _ in 0..<Int.random(in: 1...count, using: &stream) {
            let books = try context.all("Book", sortedBy: "price")
            guard books.count > 4, let book = books.randomElement(using: &stream) else {
                insert(context)
                continue
            }
            switch Int.random(in: 0..<12, using: &stream) {
            case 0, 1: insert(context)
            case 2: context.delete(book)
            case 3, 4: book.setValue(title, forKey: "title")
            case 5, 6: book.setValue(Int.random(in: 0..<4, using: &stream), forKey: "year")
            case 7:
                book.setValue(!(book.value(forKey: "isLent") as? Bool ?? true), forKey: "isLent")
            case 8: book.setValue(Data([1]), forKey: "cover")
            case 9: try retitle(from: title, to: title, context)
            default: if books.count > 14 { context.delete(book) } else { insert(context) }
            }
        }
    }

    private var title: String {
        mutating get { ["a", "b", "c", "d"].randomElement(using: &stream)! }
    }

    private mutating func insert(_ context: NSManagedObjectContext) {
        next += 1
        context.make(
            "Book",
            [
                "title": title, "year": Int.random(in: 0..<4, using: &stream), "price": next,
                "isLent": isLucky(4),
            ])
    }

    /// A whole section takes another name, or joins another one.
    private func retitle(
        from former: String, to title: String, _ context: NSManagedObjectContext
    ) throws {
        for book in try context.all("Book", NSPredicate(format: "title == %@", former)) {
            book.setValue(title, forKey: "title")
        }
    }
}

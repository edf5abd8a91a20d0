import CoreData
import Execution
import Foundation
import Topologies

/// Does operations to a context, as an app would, up to the save.
///
/// - Precondition: every call comes on the context's queue.
struct OperationPerformer: Sendable {
    /// What an operation did.
    struct Effect {
        /// Objects that it read.
        var rows = 0
        /// Objects that it inserted, changed or deleted.
        var edits = 0
        /// The last object that an import inserted of its entity.
        var sentinel: NSManagedObject?
        /// What a batch request wrote past the context; `nil` where nothing was.
        var written: [NSManagedObjectID]?
    }

    let plan: OperationPlan
    let execution: any Execution
    /// Rows of the user's list.
    let page: Int
    let importer: ImporterRole?

    func perform(_ operation: Operation, in context: NSManagedObjectContext) throws -> Effect {
        switch operation.payload {
        case .preload(let numbers): writeNotes(numbers, in: context)
        case .preloadCities(let lines): try preloadCities(lines, in: context)
        case .importBatch(let lines): try importBatch(lines, in: context)
        case .linkBatch(let lines): try link(lines, of: operation, in: context)
        case .fetchPage(let offset, let limit):
            try fetchPage(offset: offset, limit: limit, in: context)
        case .fetchAsync(let offset, let limit):
            preconditionFailure("an asynchronous fetch of \(limit) from \(offset) has its own way")
        case .scroll(let offset, let limit):
            try scroll(offset: offset, limit: limit, in: context)
        case .search(let prefix, let limit):
            try search(prefix: prefix, limit: limit, in: context)
        case .fetchOne(let key): try fetchOne(key: key, in: context)
        case .fetchAll: try fetchAll(in: context)
        case .add(let note): add(note, in: context)
        case .sync(let notes): try sync(notes, of: operation, in: context)
        case .enterBackground:
            preconditionFailure("the app goes to the background, and no context does")
        case .edit(let note): try edit(note, of: operation, in: context)
        case .delete(let number): try delete(number, of: operation, in: context)
        }
    }
}

// MARK: - User

extension OperationPerformer {
    private func writeNotes(
        _ numbers: Range<Int>, in context: NSManagedObjectContext
    ) -> Effect {
        for number in numbers { write(plan.initialNotes[number], into: context) }
        return Effect(edits: numbers.count)
    }

    private func add(_ value: NoteValue, in context: NSManagedObjectContext) -> Effect {
        write(value, into: context)
        return Effect(edits: 1)
    }

    private func write(_ value: NoteValue, into context: NSManagedObjectContext) {
        let note = NSEntityDescription.insertNewObject(
            forEntityName: plan.schema.note, into: context)
        note.setValue(value.number, forKey: "number")
        note.setValue(value.title, forKey: "title")
        set(value, on: note)
    }

    /// Finds all of the notes with one fetch, and sets what the server says.
    private func sync(
        _ values: [NoteValue], of operation: Operation, in context: NSManagedObjectContext
    ) throws -> Effect {
        let request = NSFetchRequest<NSManagedObject>(entityName: plan.schema.note)
        request.predicate = NSPredicate(
            format: "number IN %@", argumentArray: [values.map { NSNumber(value: $0.number) }])
        var found: [Int: NSManagedObject] = [:]
        for note in try context.fetch(request) {
            if let number = note.value(forKey: "number") as? NSNumber {
                found[number.intValue] = note
            }
        }
        for value in values {
            guard let note = found[value.number] else {
                throw WorkloadError.missingObject("note \(value.number)", of: operation)
            }
            set(value, on: note)
        }
        return Effect(rows: found.count, edits: values.count)
    }

    private func set(_ value: NoteValue, on note: NSManagedObject) {
        note.setValue(value.text, forKey: "text")
        note.setValue(value.revision, forKey: "revision")
        note.setValue(Date(timeIntervalSinceReferenceDate: value.changedAt), forKey: "changedAt")
    }

    private func fetchPage(
        offset: Int, limit: Int, in context: NSManagedObjectContext
    ) throws -> Effect {
        let request = cities(limit: limit)
        request.fetchOffset = offset
        return Effect(rows: show(try context.fetch(request)))
    }

    /// Fetches what the user's list shows from its top, after it was emptied.
    func refetch(in context: NSManagedObjectContext) throws -> Int {
        show(try context.fetch(cities(limit: page)))
    }

    /// Fetches a page without waiting for it; `done` comes on the context's queue.
    func fetchAsync(
        offset: Int, limit: Int, in context: NSManagedObjectContext,
        done: @escaping @Sendable (Result<Int, any Error>) -> Void
    ) throws {
        let request = cities(limit: limit)
        request.fetchOffset = offset
        let asynchronous = NSAsynchronousFetchRequest<NSManagedObject>(
            fetchRequest: request
        ) { result in
            if let error = result.operationError { return done(.failure(error)) }
            done(.success(show(result.finalResult ?? [])))
        }
        try context.execute(asynchronous)
    }

    /// Fetches the whole list in batches, and reads the rows that are on the screen.
    private func scroll(
        offset: Int, limit: Int, in context: NSManagedObjectContext
    ) throws -> Effect {
        let request = cities(limit: 0)
        request.fetchBatchSize = limit
        let list = try context.fetch(request)
        let rows = list.indices.clamped(to: offset..<offset + limit)
        return Effect(rows: show(rows.map { list[$0] }))
    }

    /// All cities by name, a page at a time.
    var listRequest: NSFetchRequest<NSManagedObject> {
        let request = cities(limit: 0)
        request.fetchBatchSize = page
        return request
    }

    private func fetchAll(in context: NSManagedObjectContext) throws -> Effect {
        let request = NSFetchRequest<NSManagedObject>(entityName: plan.schema.note)
        let notes = try context.fetch(request)
        let length = notes.reduce(0) { sum, note in
            sum + ((note.value(forKey: "title") as? String)?.utf8.count ?? 0)
        }
        precondition(notes.isEmpty || length > 0, "notes have titles")
        return Effect(rows: notes.count)
    }

    private func search(
        prefix: String, limit: Int, in context: NSManagedObjectContext
    ) throws -> Effect {
        let request = cities(limit: limit)
        // Without [cd] the index on the name serves, as it does in an app that searches while
        // somebody types.
        request.predicate = NSPredicate(format: "name BEGINSWITH %@", argumentArray: [prefix])
        return Effect(rows: show(try context.fetch(request)))
    }

    /// By a range and sorted, so that it is a query and no look-up of an object that is known.
    private func fetchOne(key: Int, in context: NSManagedObjectContext) throws -> Effect {
        let request = NSFetchRequest<NSManagedObject>(entityName: plan.schema.city)
        request.predicate = NSPredicate(
            format: "geonameID >= %@ AND geonameID < %@",
            argumentArray: [NSNumber(value: key), NSNumber(value: key + 1)])
        request.sortDescriptors = [NSSortDescriptor(key: "geonameID", ascending: true)]
        let cities = try context.fetch(request)
        for city in cities {
            precondition(city.value(forKey: "name") is String, "a fetched city has no name")
        }
        return Effect(rows: cities.count)
    }

    private func cities(limit: Int) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: plan.schema.city)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        request.fetchLimit = limit
        return request
    }

    /// Reads what a list's row shows of each object, and returns how many there are.
    private func show(_ cities: [NSManagedObject]) -> Int {
        var length = 0
        for city in cities {
            let name = city.value(forKey: "name") as? String
            let population = city.value(forKey: "population") as? NSNumber
            let country = city.value(forKey: "country") as? NSManagedObject
            let countryName = country?.value(forKey: "name") as? String
            length += (name?.utf8.count ?? 0) + (countryName?.utf8.count ?? 0)
            length += population == nil ? 0 : 1
        }
        // Keeps the reads from being optimised away: a row without any value is no row.
        precondition(cities.isEmpty || length > 0, "a fetched city has no value at all")
        return cities.count
    }

    private func edit(
        _ value: NoteValue, of operation: Operation, in context: NSManagedObjectContext
    ) throws -> Effect {
        set(value, on: try note(value.number, of: operation, in: context))
        return Effect(rows: 1, edits: 1)
    }

    private func delete(
        _ number: Int, of operation: Operation, in context: NSManagedObjectContext
    ) throws -> Effect {
        context.delete(try note(number, of: operation, in: context))
        return Effect(rows: 1, edits: 1)
    }

    private func note(
        _ number: Int, of operation: Operation, in context: NSManagedObjectContext
    ) throws -> NSManagedObject {
        let request = NSFetchRequest<NSManagedObject>(entityName: plan.schema.note)
        request.predicate = NSPredicate(
            format: "number == %@", argumentArray: [NSNumber(value: number)])
        request.fetchLimit = 1
        guard let note = try context.fetch(request).first else {
            throw WorkloadError.missingObject("note \(number)", of: operation)
        }
        return note
    }
}

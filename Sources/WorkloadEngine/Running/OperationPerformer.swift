import CoreData
import Execution
import Foundation
import Topologies

/// Does operations to a context, as an app would, up to the save.
///
/// - Precondition: every call comes on the context's queue.
struct OperationPerformer: Sendable {
    /// The effect of an operation.
    struct Effect {
        /// Objects that it read.
        var rows = 0
        /// Objects that it inserted, changed or deleted.
        var edits = 0
        /// The last object that an import inserted of its entity.
        var sentinel: NSManagedObject?
        /// The objects that a batch request wrote past the context; `nil` if it wrote none.
        var written: [NSManagedObjectID]?
    }

    let plan: OperationPlan
    let execution: any Execution
    /// Rows of the user's list.
    let page: Int
    let importer: ImporterRole?
    let deleted = DeletedNotes()

    func perform(_ operation: Operation, in context: NSManagedObjectContext) throws -> Effect {
        switch operation.payload {
        case .preload(let numbers): try writeNotes(numbers, in: context)
        case .preloadImported(let lines): try own.preload(lines, in: context)
        case .preloadPartners(let lines): try own.preloadPartners(lines, in: context)
        case .importBatch(let lines): try own.importBatch(lines, in: context)
        case .cancelBatch(let lines): try cancelBatch(lines, in: context)
        case .linkBatch(let lines): try own.link(lines, of: operation, in: context)
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
        case .lookUp(let number): try lookUp(number, of: operation, in: context)
        case .add(let note): try content.write(note, into: context)
        case .sync(let notes): try sync(notes, of: operation, in: context)
        case .enterBackground:
            preconditionFailure("the app goes to the background, and no context does")
        case .edit(let note): try edit(note, of: operation, in: context)
        case .mark(let mark): try self.mark(mark, of: operation, in: context)
        case .delete(let number): try delete(number, of: operation, in: context)
        }
    }
}

// MARK: - Importer

extension OperationPerformer {
    private var own: OwnImporter {
        guard let importer else {
            preconditionFailure("a batch without an importer; make the plan of one workload")
        }
        return OwnImporter(objects: plan.objects, role: importer, execution: execution)
    }
}

extension OperationPerformer {
    /// Brings the lines in and gives them up: the context forgets what it has not saved.
    private func cancelBatch(
        _ lines: Range<Int>, in context: NSManagedObjectContext
    ) throws -> Effect {
        let effect = try own.importBatch(lines, in: context)
        // The end of the event at which an app notices that it was cancelled.
        context.processPendingChanges()
        context.rollback()
        return Effect(rows: effect.rows)
    }
}

// MARK: - User

extension OperationPerformer {
    private var content: OwnObjects { plan.objects }

    private var list: (entity: String, key: String) {
        guard let list = content.list else {
            preconditionFailure(
                "no list to show: WorkloadReader must reject a user who fetches without an importer"
            )
        }
        return list
    }

    private func writeNotes(
        _ numbers: Range<Int>, in context: NSManagedObjectContext
    ) throws -> Effect {
        var effect = Effect()
        for number in numbers {
            let written = try content.write(plan.initialNotes[number], into: context)
            effect.rows += written.rows
            effect.edits += written.edits
        }
        return effect
    }

    /// Finds all of the notes with one fetch, and sets the server's values.
    private func sync(
        _ values: [NoteValue], of operation: Operation, in context: NSManagedObjectContext
    ) throws -> Effect {
        let request = NSFetchRequest<NSManagedObject>(entityName: content.note.entity)
        request.predicate = NSPredicate(
            format: "%K IN %@",
            argumentArray: [content.note.key, values.map { content.noteKey($0.number) }])
        var found: [Int: NSManagedObject] = [:]
        for note in try context.fetch(request) {
            if let number = content.number(ofNote: note) { found[number] = note }
        }
        for value in values {
            guard let note = found[value.number] else {
                throw WorkloadError.missingObject("note \(value.number)", of: operation)
            }
            content.edit(note, to: value)
        }
        return Effect(rows: found.count, edits: values.count)
    }

    private func fetchPage(
        offset: Int, limit: Int, in context: NSManagedObjectContext
    ) throws -> Effect {
        let request = listed(limit: limit)
        request.fetchOffset = offset
        return Effect(rows: show(try context.fetch(request)))
    }

    /// Fetches the first page of the user's list again, after it was emptied.
    func refetch(in context: NSManagedObjectContext) throws -> Int {
        guard content.list != nil else { return 0 }
        return show(try context.fetch(listed(limit: page)))
    }

    /// Fetches a page without waiting for it; `done` comes on the context's queue.
    func fetchAsync(
        offset: Int, limit: Int, in context: NSManagedObjectContext,
        done: @escaping @Sendable (Result<Int, any Error>) -> Void
    ) throws {
        let request = listed(limit: limit)
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
        let request = listed(limit: 0)
        request.fetchBatchSize = limit
        let list = try context.fetch(request)
        let rows = list.indices.clamped(to: offset..<offset + limit)
        return Effect(rows: show(rows.map { list[$0] }))
    }

    /// All that the list shows, in its order, a page at a time.
    var listRequest: NSFetchRequest<NSManagedObject> {
        let request = listed(limit: 0)
        request.fetchBatchSize = page
        return request
    }

    private func fetchAll(in context: NSManagedObjectContext) throws -> Effect {
        let request = NSFetchRequest<NSManagedObject>(entityName: content.note.entity)
        let notes = try context.fetch(request)
        precondition(notes.isEmpty || content.show(notes: notes) > 0, "notes have values")
        return Effect(rows: notes.count)
    }

    private func search(
        prefix: String, limit: Int, in context: NSManagedObjectContext
    ) throws -> Effect {
        let request = listed(limit: limit)
        // Without [cd] an index on the name serves, as it does in an app that searches while the
        // user types.
        request.predicate = NSPredicate(
            format: "%K BEGINSWITH %@", argumentArray: [list.key, prefix])
        return Effect(rows: show(try context.fetch(request)))
    }

    private func fetchOne(
        key: OwnValue, in context: NSManagedObjectContext
    ) throws -> Effect {
        let request = NSFetchRequest<NSManagedObject>(entityName: list.entity)
        request.predicate = content.isKey(key)
        request.sortDescriptors = [NSSortDescriptor(key: content.listKey, ascending: true)]
        let found = try context.fetch(request)
        for object in found {
            let name = object.value(forKey: list.key)
            // A line of a file may have brought none.
            precondition(name == nil || name is String, "the list's text is another value")
        }
        return Effect(rows: found.count)
    }

    private func listed(limit: Int) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: list.entity)
        request.sortDescriptors = [NSSortDescriptor(key: list.key, ascending: true)]
        request.fetchLimit = limit
        return request
    }

    /// Reads the attributes that a list's row shows of each object, which may have none, and
    /// returns the number of objects.
    private func show(_ objects: [NSManagedObject]) -> Int {
        _ = content.show(objects)
        return objects.count
    }

    private func edit(
        _ value: NoteValue, of operation: Operation, in context: NSManagedObjectContext
    ) throws -> Effect {
        content.edit(try note(value.number, of: operation, in: context), to: value)
        return Effect(rows: 1, edits: 1)
    }

    /// Finds the imported object by its key, and sets what lines leave to the user.
    private func mark(
        _ value: NoteValue, of operation: Operation, in context: NSManagedObjectContext
    ) throws -> Effect {
        guard let entity = content.imported, let key = content.key(ofLine: value.number) else {
            preconditionFailure("a mark of no object; WorkloadReader must refuse it")
        }
        let request = NSFetchRequest<NSManagedObject>(entityName: entity.name)
        request.predicate = NSPredicate(
            format: "%K == %@", argumentArray: [content.listKey, key.object])
        request.fetchLimit = 1
        guard let object = try context.fetch(request).first else {
            throw WorkloadError.missingObject("\(entity.name) \(key.line)", of: operation)
        }
        content.mark(object, as: value)
        return Effect(rows: 1, edits: 1)
    }

    private func delete(
        _ number: Int, of operation: Operation, in context: NSManagedObjectContext
    ) throws -> Effect {
        let note = try note(number, of: operation, in: context)
        deleted.keep(note.objectID, ofNote: number)
        context.delete(note)
        return Effect(rows: 1, edits: 1)
    }

    /// Asks for a deleted object in each of the ways in which code that has kept its ID may.
    ///
    /// - Throws: `WorkloadError` if one of them finds it.
    private func lookUp(
        _ number: Int, of operation: Operation, in context: NSManagedObjectContext
    ) throws -> Effect {
        guard let id = deleted.id(ofNote: number) else {
            throw WorkloadError.missingObject("the ID of note \(number)", of: operation)
        }
        // A context that has not saved the deletion still has the object, and says that it is gone.
        let registered = context.registeredObject(for: id)
        // It throws for an object that no store has.
        let existing = try? context.existingObject(with: id)
        for found in [registered, existing].compactMap(\.self) where !found.isDeleted {
            throw WorkloadError.deletedObject("note \(number)", of: operation)
        }
        // Always an object: reading it finds none, and gives it up as deleted.
        let assumed = context.object(with: id)
        guard assumed.value(forKey: content.note.key) == nil || assumed.isDeleted else {
            throw WorkloadError.deletedObject("note \(number)", of: operation)
        }
        return Effect()
    }

    private func note(
        _ number: Int, of operation: Operation, in context: NSManagedObjectContext
    ) throws -> NSManagedObject {
        let request = NSFetchRequest<NSManagedObject>(entityName: content.note.entity)
        request.predicate = NSPredicate(
            format: "%K == %@", argumentArray: [content.note.key, content.noteKey(number)])
        request.fetchLimit = 1
        guard let note = try context.fetch(request).first else {
            throw WorkloadError.missingObject("note \(number)", of: operation)
        }
        return note
    }
}

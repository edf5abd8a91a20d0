import Foundation

/// A save to several stores, with one transaction in each, one inside the other.
///
///     store 0                      store 1
///     BEGIN, everything written
///                                  BEGIN, everything written
///                                  COMMIT
///     COMMIT
///
/// An error before the first COMMIT undoes all of them. In-memory stores commit last, because they
/// cannot fail; so one file and any number of in-memory stores save all or nothing. With two files
/// the second COMMIT may fail after the first: then the save is incomplete.
final class SplitSave {
    private struct Part {
        let store: any RowStore
        var inserted: [NSManagedObject] = []
        var updated: [NSManagedObject] = []
        var deleted: [NSManagedObject] = []
        var guarded: [NSManagedObject] = []

        var changes: ChangeSet {
            ChangeSet(inserted: inserted, updated: updated, deleted: deleted, guarded: guarded)
        }
    }

    private let coordinator: NSPersistentStoreCoordinator
    private let context: NSManagedObjectContext
    private let placement: StorePlacement
    private var parts: [Part] = []
    /// The stores of inserted objects, by temporary key.
    private var stores: [UInt64: Int] = [:]
    private var committed: [Part] = []

    init(_ coordinator: NSPersistentStoreCoordinator, _ context: NSManagedObjectContext) {
        self.coordinator = coordinator
        self.context = context
        placement = StorePlacement(coordinator)
    }

    /// - Throws: 133010 for a relationship between two stores, 134030 for a read-only store,
    ///   `Incomplete` if some stores have committed and another could not, and errors of the
    ///   stores.
    func run(_ changes: ChangeSet) throws {
        try split(changes)
        for part in parts where part.store.isReadOnly {
            throw CoreDataError.readOnly(part.store)
        }
        for object in changes.inserted + changes.updated { try checkReferences(of: object) }
        do {
            try save(from: 0)
        } catch {
            guard !committed.isEmpty else { throw error }
            throw Incomplete(saved: committed.map(\.changes), cause: error as NSError)
        }
    }

    private func save(from index: Int) throws {
        guard index < parts.count else { return }
        let part = parts[index]
        // The next store begins inside this one's transaction: all are written before any commits.
        try part.store.save(part.changes, of: context) { [self] in try save(from: index + 1) }
        committed.append(part)
    }

    private func split(_ changes: ChangeSet) throws {
        var places: [Int: Int] = [:]
        func part(of object: NSManagedObject) throws -> Int {
            let store = try placement.store(for: object)
            if let place = places[store.number] { return place }
            places[store.number] = parts.count
            parts.append(Part(store: store))
            return parts.count - 1
        }
        for object in changes.inserted {
            let place = try part(of: object)
            parts[place].inserted.append(object)
            stores[object.key.bits] = parts[place].store.number
        }
        for object in changes.updated {
            parts[try part(of: object)].updated.append(object)
        }
        for object in changes.deleted {
            parts[try part(of: object)].deleted.append(object)
        }
        for object in changes.guarded {
            parts[try part(of: object)].guarded.append(object)
        }
        // Sort by number, so that two saves never wait for each other's stores.
        parts.sort { left, right in
            let isLast = (
                left.store.type == NSInMemoryStoreType, right.store.type == NSInMemoryStoreType
            )
            return isLast.0 == isLast.1 ? left.store.number < right.store.number : isLast.0
        }
    }

    // MARK: Relationships

    private func checkReferences(of object: NSManagedObject) throws {
        let store = try placement.store(for: object).number
        let row = object.row!
        for slot in object.layout.toOneSlots where slot.isStored {
            let key = row.reference(of: slot)
            guard key.isNone || self.store(of: key) == store else {
                throw CoreDataError.crossesStores(object, slot.name)
            }
        }
        for (index, toMany) in (object.details?.toManys ?? []).enumerated() {
            for key in toMany.added.all where self.store(of: key) != store {
                let relationship = object.layout.relationships[object.layout.toManys[index]]
                throw CoreDataError.crossesStores(object, relationship.name)
            }
        }
    }

    private func store(of key: ObjectKey) -> Int? {
        if let number = stores[key.bits] { return number }
        let key = context.resolve(key)
        return key.isTemporary ? nil : key.store
    }
}

extension SplitSave {
    /// The error if some stores have committed their parts of a save, and another could not.
    // @unchecked: thrown and caught on the queue of the context that saves.
    struct Incomplete: Error, @unchecked Sendable {
        let saved: [ChangeSet]
        let cause: NSError
    }
}

import CoreData
import Execution
import Foundation
import Synchronization
import Topologies

/// The observers of a screen, which read a property of every object that the user's context has
/// saved or merged.
///
///     context   ── save ──▶ did-change · did-save IDs     objects: of the first
///               ── merge ─▶ did-change · did-merge IDs    ids, fetch: of the others
///     observers            └ 1 ┴ 2 ┴ … ┴ count ┘          one after the other, on its queue
///
/// The objects of a notification are a set. All observers read them in one order, which the run
/// does not choose by chance, so that virtual time is the same each time.
final class ScreenObservers: Sendable {
    /// What the observers have done so far.
    struct Reading: Sendable {
        /// Saves and merges that they heard of.
        var notes = 0
        /// Objects that they read, each observer for itself.
        var objects = 0
    }

    /// The observer is a plain object that may be removed from any thread.
    private struct Token: @unchecked Sendable {
        let observer: any NSObjectProtocol
    }

    private struct State {
        var tokens: [Token] = []
        var isActive = false
        var reading = Reading()
    }

    private let role: ObserversRole
    /// The property that is read of the objects of each entity.
    private let properties: [String: String]
    private let execution: any Execution
    private let state = Mutex(State())

    /// - Parameters:
    ///   - objects: of the workload's content: a text of each is read, or else its first attribute.
    ///   - context: the user's, whose saves and merges are heard from now on.
    init(
        _ role: ObserversRole, of objects: OwnObjects, in context: NSManagedObjectContext,
        _ execution: any Execution
    ) {
        self.role = role
        self.execution = execution
        properties = Dictionary(
            uniqueKeysWithValues: objects.content.entities.compactMap { entity in
                let read =
                    entity.attributes.first { $0.kind.isText && !$0.kind.isKey }
                    ?? entity.attributes.first
                return read.map { (entity.name, $0.name) }
            })
        let names: [Notification.Name] =
            role.reads == .objects
            ? [.NSManagedObjectContextObjectsDidChange]
            : [
                .NSManagedObjectContextDidSaveObjectIDs,
                .NSManagedObjectContextDidMergeChangesObjectIDs,
            ]
        let tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
                [weak self] note in self?.hear(note)
            }
        }.map(Token.init)
        state.withLock { $0.tokens = tokens }
    }

    var reading: Reading { state.withLock { $0.reading } }

    /// In a phase that does not list the role its observers are off the screen.
    func setActive(_ isActive: Bool) { state.withLock { $0.isActive = isActive } }

    func cancel() {
        let tokens = state.withLock { state in
            defer { state.tokens = [] }
            return state.tokens
        }
        for token in tokens { NotificationCenter.default.removeObserver(token.observer) }
    }

    // MARK: On the context's queue

    private func hear(_ note: Notification) {
        guard state.withLock({ $0.isActive }),
            let context = note.object as? NSManagedObjectContext
        else { return }
        let count = execution.span(.observe) {
            let count = role.reads == .objects ? look(note) : look(note, in: context)
            execution.charge(.objectsNotified, count)
            return count
        }
        guard count > 0 else { return }
        state.withLock { state in
            state.reading.notes += 1
            state.reading.objects += count
        }
    }

    /// Reads the objects themselves; those whose values this context does not have yet are faults.
    private func look(_ note: Notification) -> Int {
        var changed: Set<NSManagedObject> = []
        for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSRefreshedObjectsKey] {
            changed.formUnion(note.userInfo?[key] as? Set<NSManagedObject> ?? [])
        }
        let objects = changed.filter { !$0.isDeleted && properties[$0.entity.name ?? ""] != nil }
            .sorted { $0.objectID.keyBits < $1.objectID.keyBits }
        for _ in 0..<role.count {
            for object in objects { read(object) }
        }
        return role.count * objects.count
    }

    /// Looks the objects up by their IDs, one by one or with one fetch of each observer.
    private func look(_ note: Notification, in context: NSManagedObjectContext) -> Int {
        var changed: Set<NSManagedObjectID> = []
        for key in [NSInsertedObjectIDsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectIDsKey] {
            changed.formUnion(note.userInfo?[key] as? Set<NSManagedObjectID> ?? [])
        }
        let ids = changed.filter { properties[$0.entity.name ?? ""] != nil }
            .sorted { $0.keyBits < $1.keyBits }
        var count = 0
        for _ in 0..<role.count {
            let objects =
                role.reads == .ids
                // One that was deleted meanwhile is not there any more.
                ? ids.compactMap { try? context.existingObject(with: $0) } : fetch(ids, in: context)
            for object in objects { read(object) }
            count += objects.count
        }
        return count
    }

    /// One fetch for each family of entities among the IDs.
    private func fetch(
        _ ids: [NSManagedObjectID], in context: NSManagedObjectContext
    ) -> [NSManagedObject] {
        var families: [(entity: String, ids: [NSManagedObjectID])] = []
        for id in ids {
            let name = id.entity.name ?? ""
            if families.last?.entity != name { families.append((name, [])) }
            families[families.count - 1].ids.append(id)
        }
        return families.flatMap { family in
            let request = NSFetchRequest<NSManagedObject>(entityName: family.entity)
            request.predicate = NSPredicate(format: "SELF IN %@", argumentArray: [family.ids])
            request.returnsObjectsAsFaults = false
            // An error of reading is that of an operation, too, which reports it.
            return (try? context.fetch(request)) ?? []
        }
    }

    private func read(_ object: NSManagedObject) {
        guard let name = properties[object.entity.name ?? ""] else { return }
        _ = object.value(forKey: name)
    }
}

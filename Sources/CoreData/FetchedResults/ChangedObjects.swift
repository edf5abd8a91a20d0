import Foundation

/// The objects of a did-change notification that may concern a fetch.
struct ChangedObjects {
    /// Deleted or invalidated objects, each of them once.
    private(set) var deleted: [NSManagedObject] = []
    /// Inserted, updated or refreshed objects, sorted by key, because a set has no order.
    ///
    /// Their values are at hand.
    private(set) var present: [NSManagedObject] = []

    /// Whether all other results are still in order.
    ///
    /// They may not be if objects had new values before this notification, or have some of which
    /// the next one will tell, and others were inserted beside them.
    private(set) var isOrderKept = true

    init(_ info: [AnyHashable: Any], _ plan: FetchPlan, _ context: NSManagedObjectContext) {
        // Marks find repetitions faster than sets: a merge may bring 10,000 objects.
        let stores = AffectedStores(of: plan, context)
        func collect(_ keys: [String], _ body: (NSManagedObject) -> Void) {
            for key in keys {
                for object in info[key] as? Set<NSManagedObject> ?? []
                where plan.covers(object.layout) && stores?.hold(object) ?? true {
                    if object.state.insert(.inResultsUpdate).inserted { body(object) }
                }
            }
        }
        collect([NSDeletedObjectsKey, NSInvalidatedObjectsKey]) { deleted.append($0) }
        collect([NSInsertedObjectsKey, NSUpdatedObjectsKey, NSRefreshedObjectsKey]) { object in
            if object.isDead { deleted.append(object) } else { present.append(object) }
        }
        deleted.forEachUnretained { $0.state.remove(.inResultsUpdate) }
        present.forEachUnretained { $0.state.remove(.inResultsUpdate) }
        present.sort { $0.key.bits < $1.key.bits }
        isOrderKept = context.announcesAlone
        // A merge brings faults: read them together. Some may have been deleted since.
        do {
            _ = try context.fill(present)
        } catch {
            NSLog(
                "%@",
                """
                CoreData could not read changed objects for a fetched results controller, whose \
                results stay without these changes: \(error)
                """)
            // Nor may others be compared with them.
            present = []
            isOrderKept = true
            return
        }
        guard present.anyUnretained({ $0.isFault && $0.row == nil }) else { return }
        deleted += present.filter { $0.isFault && $0.row == nil }
        present.removeAll { $0.isFault && $0.row == nil }
    }

    /// Collects updated objects of which the context has no values.
    ///
    /// These are the objects that the request selects in the store, and former results.
    ///
    /// - Throws: errors of the fetch.
    init(
        _ updated: [ObjectKey], _ former: FetchedResults, _ plan: FetchPlan,
        _ context: NSManagedObjectContext
    ) throws {
        isOrderKept = context.announcesAlone
        let ids = updated.filter { !$0.isTemporary }.map(context.makeID)
        let isUpdated = NSPredicate(format: "SELF IN %@", argumentArray: [ids])
        present = try context.fetchObjects(plan.narrowed(to: isUpdated))
        present += try Self.unsaved(updated, plan, context)
        let selected = Set(present)
        let keys = Set(updated)
        for object in former.objects where keys.contains(object.key) {
            isOrderKept = false
            if !selected.contains(object) { deleted.append(object) }
        }
    }

    /// The selected objects that a context further up has not saved yet: no store finds them.
    private static func unsaved(
        _ updated: [ObjectKey], _ plan: FetchPlan, _ context: NSManagedObjectContext
    ) throws -> [NSManagedObject] {
        let objects = updated.filter(\.isTemporary).map(context.object(at:))
        guard !objects.isEmpty else { return [] }
        _ = try context.fill(objects)
        let predicate = RowPredicate(plan.predicate)
        let stores = AffectedStores(of: plan, context)
        return objects.filter {
            !$0.isDead && $0.row != nil && predicate.holds($0) && stores?.hold($0) ?? true
        }
    }
}

import Foundation

/// The objects of a did-change notification that may concern a fetch.
struct ChangedObjects {
    /// Deleted or invalidated objects.
    private(set) var deleted: Set<NSManagedObject> = []
    /// Inserted, updated or refreshed objects, sorted by key, because a set has no order.
    ///
    /// Their values are at hand.
    private(set) var present: [NSManagedObject] = []

    /// Whether all other results are still in order.
    ///
    /// They may not be if objects had new values before this notification, and others were inserted
    /// beside them.
    private(set) var isOrderKept = true

    init(_ info: [AnyHashable: Any], _ plan: FetchPlan, _ context: NSManagedObjectContext) {
        func objects(_ key: String) -> Set<NSManagedObject> {
            let set = info[key] as? Set<NSManagedObject> ?? []
            return set.filter { plan.covers($0.layout) }
        }
        deleted = objects(NSDeletedObjectsKey).union(objects(NSInvalidatedObjectsKey))
        let all = objects(NSInsertedObjectsKey).union(objects(NSUpdatedObjectsKey))
            .union(objects(NSRefreshedObjectsKey))
        for object in all where object.isDead { deleted.insert(object) }
        present = all.subtracting(deleted).sorted { $0.key.bits < $1.key.bits }
        // A merge brings faults: read them together. Some may have been deleted since.
        _ = try? context.fill(present)
        for object in present where object.isFault && object.row == nil { deleted.insert(object) }
        present.removeAll { deleted.contains($0) }
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
        let ids = updated.filter { !$0.isTemporary }.map(context.makeID)
        let isUpdated = NSPredicate(format: "SELF IN %@", argumentArray: [ids])
        present = try context.fetchObjects(plan.narrowed(to: isUpdated))
        present += try Self.unsaved(updated, plan, context)
        let selected = Set(present)
        let keys = Set(updated)
        for object in former.objects where keys.contains(object.key) {
            isOrderKept = false
            if !selected.contains(object) { deleted.insert(object) }
        }
    }

    /// The selected objects that a context further up has not saved yet: no store finds them.
    private static func unsaved(
        _ updated: [ObjectKey], _ plan: FetchPlan, _ context: NSManagedObjectContext
    ) throws -> [NSManagedObject] {
        let objects = updated.filter(\.isTemporary).map(context.object(at:))
        guard !objects.isEmpty else { return [] }
        _ = try context.fill(objects)
        let predicate = PreparedPredicate(plan.predicate)
        return objects.filter { !$0.isDead && $0.row != nil && predicate.holds($0) }
    }
}

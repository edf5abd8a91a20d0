import Execution
import Foundation

/// Applies a context's unsaved changes to the results of its source.
///
/// Updated objects may leave or enter the result, inserted ones are added, deleted ones removed. If
/// the plan has a limit or an offset, the source returns more than the page, by as many objects as
/// may leave, and the page is cut afterwards.
struct PendingOverlay {
    private let plan: FetchPlan
    private let context: NSManagedObjectContext
    private let inserted: [NSManagedObject]
    private let updated: [NSManagedObject]
    private let deletedCount: Int

    init(_ plan: FetchPlan, _ context: NSManagedObjectContext) {
        self.plan = plan
        self.context = context
        guard plan.includesPendingChanges, context.pending.touches(plan.family) else {
            inserted = []
            updated = []
            deletedCount = 0
            return
        }
        // By identity alone: a look at the plan would count references for each unsaved object.
        let family = plan.family.map { ObjectIdentifier($0) }
        let stores = AffectedStores(of: plan, context)
        func isCovered(_ object: NSManagedObject) -> Bool {
            object.withLayout { family.contains(ObjectIdentifier($0)) }
                && stores?.hold(object) ?? true
        }
        inserted = context.pending.insertedNow.filtered { isCovered($0) }
        updated = context.pending.updatedNow.filtered { isCovered($0) }
        deletedCount = context.pending.deletedNow.count { isCovered($0) }
    }

    var isNeeded: Bool { !inserted.isEmpty || !updated.isEmpty || deletedCount > 0 }

    /// The plan for the source.
    var sourcePlan: FetchPlan {
        guard isNeeded, plan.limit > 0 || plan.offset > 0 else { return plan }
        var wider = plan
        wider.offset = 0
        if plan.limit > 0 {
            wider.limit = plan.offset + plan.limit + updated.count + deletedCount
        }
        return wider
    }

    func apply(to found: [NSManagedObject]) -> [NSManagedObject] {
        guard plan.includesPendingChanges else {
            return found.filtered { !$0.isGone }
        }
        guard isNeeded else {
            // A merge may have deleted an object that the app still refers to: leave it out.
            return found.filtered { !$0.isDead }
        }
        let predicate = RowPredicate(plan.predicate)
        var result: [NSManagedObject] = []
        var present = Set<UInt64>()
        for object in found where !object.isDead {
            if object.state.contains(.updated), !predicate.holds(object) { continue }
            present.insert(object.key.bits)
            result.append(object)
        }
        // An asynchronous fetch takes time, in which objects may be deleted: leave these out.
        for list in [updated, inserted] {
            list.forEachUnretained { object in
                guard !object.isDead, present.isEmpty || !present.contains(object.key.bits),
                    predicate.holds(object)
                else { return }
                result.append(object)
            }
        }
        context.execution.charge(.predicatesEvaluated, updated.count + inserted.count)
        return page(of: sorted(result))
    }

    private func sorted(_ objects: [NSManagedObject]) -> [NSManagedObject] {
        guard !plan.sortDescriptors.isEmpty else { return objects }
        var selection = SortedSelection(
            plan.sortDescriptors, limit: plan.limit > 0 ? plan.offset + plan.limit : 0)
        for object in objects { selection.add(object) }
        return selection.objects
    }

    private func page(of objects: [NSManagedObject]) -> [NSManagedObject] {
        let rest = objects.dropFirst(plan.offset)
        return plan.limit > 0 ? Array(rest.prefix(plan.limit)) : Array(rest)
    }
}

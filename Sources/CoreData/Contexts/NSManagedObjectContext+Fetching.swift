import Execution
import Foundation

extension NSManagedObjectContext {
    /// The objects that a request selects, this context's unsaved changes among them.
    ///
    /// An object that the context has already keeps the values it has. Values come as faults whose
    /// rows are at hand, unless the request says otherwise.
    ///
    /// - Precondition: on the context's queue.
    /// - Throws: what the store throws; `NSCoreDataError` for an entity that the model lacks.
    public final func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] {
        checkQueue("fetch(_:)")
        let plan = try makePlan(request)
        let objects = try fetchObjects(plan)
        if T.self == NSManagedObjectID.self || plan.resultType == .managedObjectIDResultType {
            return objects.map { $0.objectID as! T }
        }
        return objects.map { $0 as! T }
    }

    /// `fetch(_:)` for a request whose result type is known at run time only.
    @_disfavoredOverload
    public final func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
        checkQueue("fetch(_:)")
        let plan = try makePlan(request)
        let objects = try fetchObjects(plan)
        return plan.resultType == .managedObjectIDResultType ? objects.map(\.objectID) : objects
    }

    /// How many objects a request selects, unsaved changes counted.
    ///
    /// - Precondition: on the context's queue.
    /// - Throws: what the store throws.
    public final func count<T>(for request: NSFetchRequest<T>) throws -> Int {
        checkQueue("count(for:)")
        let plan = try makePlan(request)
        return try execution.span(.fetch) { try countObjects(plan) }
    }

    private func makePlan<T>(_ request: NSFetchRequest<T>) throws -> FetchPlan {
        processPendingChanges()
        return try FetchPlan(request, model: requiredSource().model)
    }

    final func fetchObjects(_ plan: FetchPlan) throws -> [NSManagedObject] {
        try execution.span(.fetch) {
            let overlay = PendingOverlay(plan, self)
            let found = try requiredSource().fetch(overlay.sourcePlan)
            var objects: [NSManagedObject] = []
            objects.reserveCapacity(found.count)
            found.readAll { objects.append(object(for: $0, plan)) }
            return overlay.apply(to: objects)
        }
    }

    final func countObjects(_ plan: FetchPlan) throws -> Int {
        let overlay = PendingOverlay(plan, self)
        guard overlay.isNeeded else { return try requiredSource().count(plan) }
        return try fetchObjects(plan).count
    }

    /// The object of a fetched row: registered already, or new, as a fault with its row at hand.
    private func object(for row: Row, _ plan: FetchPlan) -> NSManagedObject {
        let key = row.key
        let layout = self.layout(of: key)
        let object: NSManagedObject
        if let known = registry.object(key, root: layout.rootNumber) {
            object = known
            guard known.state.contains(.fault) || plan.refreshesRefetched else { return known }
            if !known.state.contains(.fault) {
                rebase(known, onto: row)
                return known
            }
        } else {
            object = makeObject(layout)
            object.state = .fault
            enter(object, key)
        }
        row.retainSlab()
        object.adopt(row)
        if !plan.returnsFaults { object.fireFault() }
        return object
    }
}

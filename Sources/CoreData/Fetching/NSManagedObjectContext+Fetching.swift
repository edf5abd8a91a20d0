import Execution
import Foundation

extension NSManagedObjectContext {
    /// Fetches the results of a request, with this context's unsaved changes applied.
    ///
    /// A registered object keeps its values. Objects come as faults with their rows at hand, unless
    /// the request asks for another form.
    ///
    /// - Precondition: on the context's queue.
    /// - Throws: errors of the store; `NSCoreDataError` for an entity that the model lacks.
    public final func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] {
        checkQueue("fetch(_:)")
        let plan = try makePlan(request)
        if plan.resultType == .managedObjectResultType && T.self != NSManagedObjectID.self {
            let objects = try fetchObjects(plan)
            // Reinterpret the list: a cast would check every object, though any is an
            // NSManagedObject.
            if T.self == NSManagedObject.self { return unsafeBitCast(objects, to: [T].self) }
            return objects.map { object in
                guard let typed = object as? T else { Self.trap(object, isNot: T.self) }
                return typed
            }
        }
        return try fetchValues(plan).map { value in
            guard let value = value as? T else {
                fatalError(
                    """
                    The request's resultType gives results of type \(type(of: value)), not \
                    \(T.self): use a request of the matching type
                    """)
            }
            return value
        }
    }

    private static func trap<T>(_ object: NSManagedObject, isNot type: T.Type) -> Never {
        let entity = object.entity
        fatalError(
            """
            The model names the class \(entity.managedObjectClassName ?? "NSManagedObject") for \
            objects of “\(entity.name ?? "")”, but the request is for \(type). Name that class in \
            the model, or use an NSFetchRequest<NSManagedObject>.
            """)
    }

    /// The same as `fetch(_:)`, for a request whose result type is only known at run time.
    @_disfavoredOverload
    public final func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
        checkQueue("fetch(_:)")
        let plan = try makePlan(request)
        return plan.resultType == .managedObjectResultType
            ? try fetchObjects(plan) : try fetchValues(plan)
    }

    /// The number of objects that a request selects, with unsaved changes applied.
    ///
    /// - Precondition: on the context's queue.
    /// - Throws: errors of the store.
    public final func count<T>(for request: NSFetchRequest<T>) throws -> Int {
        checkQueue("count(for:)")
        let plan = try makePlan(request)
        return try execution.span(.fetch) { try countObjects(plan) }
    }

    final func makePlan<T>(_ request: NSFetchRequest<T>) throws -> FetchPlan {
        processPendingChanges()
        let plan = try FetchPlan(request, model: requiredSource().model)
        // The overlay compares unsaved objects here, by the IDs that they have in this context.
        return mayShowTemporaryIDs ? plan.resolved(for: self) : plan
    }

    /// - Parameter work: what it counts as: asked of this context, or passed on by a child.
    final func fetchObjects(
        _ plan: FetchPlan, as work: Work = .fetchesBegun
    ) throws -> [NSManagedObject] {
        try execution.span(.fetch) {
            execution.charge(work, 1)
            let overlay = PendingOverlay(plan, self)
            if let objects = try fetchFaults(plan, overlay) { return objects }
            let found = try requiredSource().fetch(overlay.sourcePlan)
            let objects = overlay.apply(to: objects(for: found, plan))
            execution.charge(.objectsFetched, objects.count)
            if !plan.prefetchedPaths.isEmpty {
                try Prefetcher(self).run(plan.prefetchedPaths, from: objects)
            }
            return objects
        }
    }

    /// The objects as faults, from their keys alone; `nil` if values are needed now.
    private func fetchFaults(
        _ plan: FetchPlan, _ overlay: PendingOverlay
    ) throws -> [NSManagedObject]? {
        // A parent's batches would fill the parent's objects.
        let batchSize = parent == nil ? plan.batchSize : 0
        guard batchSize > 0 || !plan.includesValues, !overlay.isNeeded,
            plan.prefetchedPaths.isEmpty, !plan.refreshesRefetched
        else { return nil }
        let keys = try requiredSource().keys(plan)
        execution.charge(.objectsFetched, keys.count)
        return overlay.apply(to: faults(keys, batchSize: batchSize))
    }

    /// The keys of the objects that a plan selects.
    ///
    /// - Parameter work: what it counts as: asked of this context, or passed on by a child.
    final func fetchKeys(_ plan: FetchPlan, as work: Work = .fetchesBegun) throws -> [ObjectKey] {
        guard PendingOverlay(plan, self).isNeeded else {
            return try execution.span(.fetch) {
                execution.charge(work, 1)
                return try requiredSource().keys(plan)
            }
        }
        var plan = plan
        plan.prefetchedPaths = []
        return try fetchObjects(plan, as: work).map(\.key)
    }

    /// The results of a plan whose form is not objects.
    final func fetchValues(_ plan: FetchPlan) throws -> [Any] {
        if let dictionaries = plan.dictionaries {
            return try execution.span(.fetch) {
                try requiredSource().dictionaries(plan, dictionaries)
            }
        }
        if plan.resultType.contains(.countResultType) {
            return [NSNumber(value: try execution.span(.fetch) { try countObjects(plan) })]
        }
        return try fetchKeys(plan).map(makeID)
    }

    final func countObjects(_ plan: FetchPlan) throws -> Int {
        if let dictionaries = plan.dictionaries {
            // Of the store's rows alone; groups and distinct values are counted by making them.
            return dictionaries.isOfRows
                ? try requiredSource().count(plan)
                : try requiredSource().dictionaries(plan, dictionaries).count
        }
        let overlay = PendingOverlay(plan, self)
        guard overlay.isNeeded else { return try requiredSource().count(plan) }
        var plan = plan
        plan.prefetchedPaths = []
        return try fetchObjects(plan).count
    }

    /// The objects of fetched rows, in their order.
    final func objects(for found: FetchedRows, _ plan: FetchPlan) -> [NSManagedObject] {
        var objects = FetchedObjects(self, plan)
        return objects.make(found)
    }
}

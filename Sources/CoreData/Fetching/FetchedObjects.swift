import Execution

/// Makes the objects of fetched rows: the registered ones, or new faults with their rows at hand.
///
/// Rows come some hundred at a time, so that the registry is locked twice for all of them and not
/// for each: once to look, and once to enter the new objects.
struct FetchedObjects {
    /// Enough that the locks do not count, few enough for the processor's first cache.
    private static let chunkSize = 256

    private let context: NSManagedObjectContext
    private let plan: FetchPlan
    private let registry: ObjectRegistry

    init(_ context: NSManagedObjectContext, _ plan: FetchPlan) {
        self.context = context
        self.plan = plan
        registry = context.registry
    }

    func make(_ found: FetchedRows) -> [NSManagedObject] {
        var objects: [NSManagedObject] = []
        objects.reserveCapacity(found.count)
        var known: ContiguousArray<NSManagedObject?> = []
        var added: ContiguousArray<Int> = []
        var layouts = HomeCursor(context)
        found.readChunks(of: Self.chunkSize) { rows in
            guard !rows.contains(where: { $0.key.isTemporary }) else {
                for row in rows { objects.append(object(for: row, layouts.home(of: row.key))) }
                return
            }
            let start = objects.count
            registry.objects(of: rows, root: plan.layout.rootNumber, into: &known)
            for (index, row) in rows.enumerated() {
                if let object = known[index] {
                    objects.append(object)
                } else {
                    added.append(objects.count)
                    objects.append(newObject(row.key, layouts.home(of: row.key)))
                }
            }
            if !added.isEmpty { registry.register(&objects, added) }
            // Last, because a fault that fires may run an app's code, which must find the others
            // registered.
            for (index, row) in rows.enumerated() { take(row, for: objects[start + index]) }
            known.removeAll(keepingCapacity: true)
            added.removeAll(keepingCapacity: true)
        }
        return objects
    }

    /// The object of a row whose key may have been replaced.
    private func object(for row: Row, _ home: ObjectHome) -> NSManagedObject {
        let key = context.resolve(row.key)
        let layout = home.layout
        if let known = registry.object(key, root: layout.rootNumber) {
            take(row, for: known)
            return known
        }
        let object = newObject(key, home)
        registry.register(object, key, root: layout.rootNumber)
        take(row, for: object)
        return object
    }

    @inline(__always)
    private func newObject(_ key: ObjectKey, _ home: ObjectHome) -> NSManagedObject {
        let object = context.makeObject(home.layout)
        object.state = .fault
        object.move(to: home)
        object.key = key
        return object
    }

    /// Gives a row to its object: a fault, or one whose values the plan refreshes.
    @inline(__always)
    private func take(_ row: Row, for object: NSManagedObject) {
        guard object.state.contains(.fault) else {
            if plan.refreshesRefetched { context.rebase(object, onto: row) }
            return
        }
        // Another queue's save renamed the object after the row was read.
        if object.key != row.key { return }
        // If age matters, a fault reads its row when it fires.
        if context.stalenessInterval >= 0 && plan.returnsFaults { return }
        row.retainSlab()
        object.adopt(row)
        if !plan.returnsFaults { object.fireFault() }
    }
}

/// Finds the homes of objects by their keys, which mostly are those of the key before.
private struct HomeCursor {
    private let context: NSManagedObjectContext
    private var last: ObjectHome?

    init(_ context: NSManagedObjectContext) {
        self.context = context
    }

    @inline(__always)
    mutating func home(of key: ObjectKey) -> ObjectHome {
        if let last, last.layout.number == key.entity { return last }
        let home = context.home(of: context.layout(of: key))
        last = home
        return home
    }
}

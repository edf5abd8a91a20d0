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
    private var homes: HomeCursor
    /// The places of the new objects among those of some rows.
    private var added: ContiguousArray<Int> = []

    init(_ context: NSManagedObjectContext, _ plan: FetchPlan) {
        self.context = context
        self.plan = plan
        registry = context.registry
        homes = HomeCursor(context)
    }

    mutating func make(_ found: FetchedRows) -> [NSManagedObject] {
        // The initializer sets the count, which without objects is that of the process's one empty
        // array: the thread sanitizer calls two threads that do so a race.
        guard found.count > 0 else { return [] }
        return Array(unsafeUninitializedCapacity: found.count) { list, count in
            // An `Unmanaged` has the layout of a reference. Written as such, an object's one
            // reference goes into the list without being counted again.
            list.withMemoryRebound(to: Unmanaged<NSManagedObject>?.self) { list in
                found.readChunks(of: Self.chunkSize) { rows in
                    let places = count..<count + rows.count
                    fill(.init(rebasing: list[places]), with: rows)
                    count = places.upperBound
                }
            }
        }
    }

    /// Makes the objects of some rows, with one reference to each.
    private mutating func fill(
        _ objects: UnsafeMutableBufferPointer<Unmanaged<NSManagedObject>?>,
        with rows: UnsafeBufferPointer<Row>
    ) {
        guard !rows.contains(where: { $0.key.isTemporary }) else {
            for (index, row) in rows.enumerated() {
                let object = object(for: row, homes.home(of: row.key))
                objects.initializeElement(at: index, to: .passRetained(object))
            }
            return
        }
        registry.find(rows, root: plan.layout.rootNumber, into: objects)
        for (index, row) in rows.enumerated() where objects[index] == nil {
            objects[index] = .passRetained(newObject(row.key, homes.home(of: row.key)))
            added.append(index)
        }
        if !added.isEmpty { registry.register(added, of: objects) }
        added.removeAll(keepingCapacity: true)
        // Last, because a fault that fires may run an app's code, which must find the others
        // registered.
        for (index, row) in rows.enumerated() {
            objects[index]!._withUnsafeGuaranteedRef { take(row, for: $0) }
        }
    }

    /// The object of a row whose key may have been replaced.
    private func object(for row: Row, _ home: Unmanaged<ObjectHome>) -> NSManagedObject {
        let key = context.resolve(row.key)
        let layout = home._withUnsafeGuaranteedRef { $0.layout }
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
    private func newObject(_ key: ObjectKey, _ home: Unmanaged<ObjectHome>) -> NSManagedObject {
        let object = home._withUnsafeGuaranteedRef { home in
            Unmanaged.passUnretained(home.layout)._withUnsafeGuaranteedRef { $0.makeObject() }
        }
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
        if context.stalenessInterval >= 0 && plan.returnsFaults {
            context.emptyFault(object)
            return
        }
        // Members that were prefetched are as old as the row beside them; a parent's unsaved
        // members do not change the version.
        if object.rare.hasDetails,
            context.parent != nil || object.row?.version != row.version
        {
            context.dropMembers(of: object)
        }
        row.retainSlab()
        object.adopt(row)
        if !plan.returnsFaults { object.fireFault() }
    }
}

/// Finds the homes of objects by their keys, which mostly are those of the key before.
private struct HomeCursor {
    private let context: NSManagedObjectContext
    private var last: Unmanaged<ObjectHome>?
    private var entity = -1

    init(_ context: NSManagedObjectContext) {
        self.context = context
    }

    /// The home of a key, which the context keeps.
    @inline(__always)
    mutating func home(of key: ObjectKey) -> Unmanaged<ObjectHome> {
        if key.entity != entity {
            last = context.home(of: context.layout(of: key))
            entity = key.entity
        }
        return last!
    }
}

/// The objects of one context by key, unretained; makes each object unique in its context.
///
/// Objects remove themselves in their deinit, on any thread; hence the lock. Every object keeps the
/// registry alive and reaches the context through it, so that an object that outlives its context
/// notices it.
final class ObjectRegistry: @unchecked Sendable {
    // The properties are unchecked for exclusive access, because the lock or the queue ensures it.
    private let lock = SectionLock()
    /// By store and root entity; `temporary` by number; guarded by `lock`.
    @exclusivity(unchecked) private var tables: ContiguousArray<PagedTable> = []
    @exclusivity(unchecked) private var temporary = PagedTable()
    /// Every object, if the context retains its objects; guarded by `lock`.
    @exclusivity(unchecked) private var retained: [UnsafeMutableRawPointer: NSManagedObject]?
    /// Set by the context's initializer, and to nil by its deinit; read on the context's queue.
    @exclusivity(unchecked) unowned(unsafe) var context: NSManagedObjectContext? {
        didSet { hasContext = context != nil }
    }
    /// The same as `context != nil`, and counts no reference to the context.
    @exclusivity(unchecked) private(set) var hasContext = false
    /// What identifies the coordinator whose keys these are.
    ///
    /// `nil` for a nested context whose parent got its coordinator later. Set before the context is
    /// used, read on any queue.
    @exclusivity(unchecked) var origin: Anchor?
    /// Whether changes are kept for an undo manager; read and set on the context's queue.
    @exclusivity(unchecked) var recordsUndo = false
    /// The aliases of the tree, once an object keeps showing a temporary ID.
    ///
    /// Set on the context's queue before the first such object can be destroyed.
    @exclusivity(unchecked) var aliases: AliasTable?
    /// The stores by number, for the IDs of objects that outlive their context.
    @exclusivity(unchecked) private var stores: [Int: StoreReference] = [:]

    /// Called when the context is released; its objects may live on.
    func loseContext(_ stores: [Int: StoreReference]) {
        self.stores = stores
        context = nil
    }

    func storeReference(of key: ObjectKey) -> StoreReference? {
        guard !key.isTemporary else { return nil }
        return context.map { $0.storeReference(of: key) } ?? stores[key.store]
    }

    deinit {
        for index in tables.indices { tables[index].removeAll() }
        temporary.removeAll()
        lock.destroy()
    }

    /// The object of a key; `nil` if there is none, or it is being destroyed.
    func object(_ key: ObjectKey, root: Int) -> NSManagedObject? {
        lock.lock()
        defer { lock.unlock() }
        let pointer: UnsafeMutableRawPointer?
        if key.isTemporary {
            pointer = temporary[key.number]
        } else {
            let place = Self.place(key, root)
            pointer = place < tables.count ? tables[place][key.number] : nil
        }
        guard let pointer else { return nil }
        return retainIfAlive(pointer, as: NSManagedObject.self)
    }

    /// Writes the objects of some rows in their order, with a reference to each, and `nil` where
    /// there is none, under one lock.
    ///
    /// - Precondition: no key is temporary; the places are not initialized.
    func find(
        _ rows: UnsafeBufferPointer<Row>, root: Int,
        into objects: UnsafeMutableBufferPointer<Unmanaged<NSManagedObject>?>
    ) {
        lock.lock()
        defer { lock.unlock() }
        for (index, row) in rows.enumerated() {
            let key = row.key
            let place = Self.place(key, root)
            let pointer = place < tables.count ? tables[place][key.number] : nil
            let known = pointer.flatMap { referenceIfAlive($0, as: NSManagedObject.self) }
            objects.initializeElement(at: index, to: known)
        }
    }

    /// Registers the new objects at some places of a list, under one lock.
    ///
    /// Making an object may run an app's code, which may have made the object of a key before: then
    /// that one takes the new one's place in the list, with a reference of its own.
    func register(
        _ places: ContiguousArray<Int>,
        of objects: UnsafeMutableBufferPointer<Unmanaged<NSManagedObject>?>
    ) {
        // Destroy the replaced objects only after the lock is free.
        var replaced: [NSManagedObject] = []
        lock.lock()
        for index in places {
            let object = objects[index]!
            let pointer = object.toOpaque()
            let (key, root) = object._withUnsafeGuaranteedRef { object in
                (object.key, object.withLayout { $0.rootNumber })
            }
            let place = Self.place(key, root)
            while tables.count <= place { tables.append(PagedTable()) }
            let former = tables[place].set(pointer, at: key.number)
            if let former, former != pointer,
                let known = referenceIfAlive(former, as: NSManagedObject.self)
            {
                tables[place].set(former, at: key.number)
                replaced.append(object.takeRetainedValue())
                objects[index] = known
            } else if retained != nil {
                retained![pointer] = object.takeUnretainedValue()
            }
        }
        lock.unlock()
        withExtendedLifetime(replaced) {}
    }

    /// Whether an object is registered under a temporary key.
    func contains(temporary key: ObjectKey) -> Bool {
        lock.withLock { temporary[key.number] != nil }
    }

    /// Whether any object is registered under a temporary key.
    var hasTemporaries: Bool { lock.withLock { temporary.count > 0 } }

    func register(_ object: NSManagedObject, _ key: ObjectKey, root: Int) {
        let pointer = Unmanaged.passUnretained(object).toOpaque()
        lock.lock()
        defer { lock.unlock() }
        if key.isTemporary {
            temporary.set(pointer, at: key.number)
        } else {
            let place = Self.place(key, root)
            while tables.count <= place { tables.append(PagedTable()) }
            tables[place].set(pointer, at: key.number)
        }
        if retained != nil { retained![pointer] = object }
    }

    /// Whether the registry retains its objects, a cycle that the context must break.
    var retainsObjects: Bool {
        get { lock.withLock { retained != nil } }
        set {
            guard newValue != retainsObjects else { return }
            let objects = newValue ? all : []
            let former = lock.withLock { () -> [UnsafeMutableRawPointer: NSManagedObject]? in
                let former = retained
                retained = newValue ? [:] : nil
                for object in objects {
                    retained![Unmanaged.passUnretained(object).toOpaque()] = object
                }
                return former
            }
            // Outside of the lock: an object that is destroyed removes itself.
            withExtendedLifetime(former) {}
        }
    }

    /// Removes an object, unless another one is registered under its key.
    func remove(_ object: UnsafeMutableRawPointer, _ key: ObjectKey, root: Int) {
        var held: NSManagedObject?
        lock.lock()
        // Destroy the held object only after the lock is free.
        defer {
            lock.unlock()
            withExtendedLifetime(held) {}
        }
        if retained != nil { held = retained!.removeValue(forKey: object) }
        if key.isTemporary {
            if temporary[key.number] == object { temporary.remove(at: key.number) }
        } else {
            let place = Self.place(key, root)
            guard place < tables.count, tables[place][key.number] == object else { return }
            tables[place].remove(at: key.number)
        }
    }

    /// Registers an object under another key, mostly its permanent one.
    ///
    /// - Precondition: it is registered under a temporary one.
    func move(_ object: NSManagedObject, from temporaryKey: ObjectKey, to key: ObjectKey, root: Int)
    {
        lock.withLock { moveLocked(object, from: temporaryKey, to: key, root: root) }
    }

    /// Registers the objects of a list under the keys of their rows, under one lock, and calls a
    /// closure for each whose row has another key than itself.
    ///
    /// - Precondition: these are registered under temporary ones.
    func moveToKeysOfRows(
        _ objects: [NSManagedObject], _ moved: (NSManagedObject, ObjectKey) -> Void
    ) {
        lock.withLock {
            objects.forEachUnretained { object in
                let key = object.row!.key
                guard object.key != key else { return }
                let root = object.withLayout { $0.rootNumber }
                moveLocked(object, from: object.key, to: key, root: root)
                moved(object, key)
            }
        }
    }

    private func moveLocked(
        _ object: NSManagedObject, from temporaryKey: ObjectKey, to key: ObjectKey, root: Int
    ) {
        let pointer = Unmanaged.passUnretained(object).toOpaque()
        if temporary[temporaryKey.number] == pointer { temporary.remove(at: temporaryKey.number) }
        if key.isTemporary {
            temporary.set(pointer, at: key.number)
            return
        }
        let place = Self.place(key, root)
        while tables.count <= place { tables.append(PagedTable()) }
        tables[place].set(pointer, at: key.number)
    }

    /// The index of a store's table for a root entity, because stores use the same row numbers.
    ///
    /// The first store's tables come first, so that a context of one store has no empty tables.
    @inline(__always)
    private static func place(_ key: ObjectKey, _ root: Int) -> Int {
        key.store << 10 | root
    }

    /// Every living object, by store, entity and number, those with temporary keys last.
    var all: [NSManagedObject] {
        lock.lock()
        defer { lock.unlock() }
        var objects: [NSManagedObject] = []
        let collect: (UnsafeMutableRawPointer) -> Void = { pointer in
            if let object = retainIfAlive(pointer, as: NSManagedObject.self) {
                objects.append(object)
            }
        }
        for table in tables { table.forEach(collect) }
        temporary.forEach(collect)
        return objects
    }

    var isEmpty: Bool { count == 0 }

    var count: Int {
        lock.withLock { tables.reduce(temporary.count) { $0 + $1.count } }
    }
}

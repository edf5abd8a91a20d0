import Execution
import Foundation
import Synchronization

extension NSManagedObjectContext {
    final func findRegistered(_ objectID: NSManagedObjectID) -> NSManagedObject? {
        checkQueue("registeredObject(for:)")
        learnKeys()
        guard let key = key(of: objectID).map(resolve) else { return nil }
        return registry.object(key, root: layout(of: key).rootNumber)
    }

    final func findObject(_ objectID: NSManagedObjectID) -> NSManagedObject {
        checkQueue("object(with:)")
        learnKeys()
        guard let key = key(of: objectID) else {
            fatalError(
                """
                The persistent store of \(objectID) is not reachable from the coordinator of the \
                context “\(nameInTraps)”. An ID of another coordinator is good here only if both \
                have opened the same store; existingObject(with:) throws if they have not.
                """)
        }
        return object(at: key)
    }

    /// The key of an ID, which may be of another coordinator; `nil` if its store is not here.
    private func key(of objectID: NSManagedObjectID) -> ObjectKey? {
        guard let coordinator = requiredSource().rootCoordinator else { return objectID.key }
        return objectID.key(in: coordinator)
    }

    final func readObject(_ objectID: NSManagedObjectID) throws -> NSManagedObject {
        checkQueue("existingObject(with:)")
        learnKeys()
        guard let key = key(of: objectID) else { throw CoreDataError.missingObject(objectID) }
        let object = object(at: key)
        if object.state.contains(.gone) { throw CoreDataError.missingObject(objectID) }
        guard object.isFault else { return object }
        if object.row == nil {
            let row = try execution.span(.fault) {
                execution.charge(.faultsFired, 1)
                return try requiredSource().row(object.key, layout: object.layout)
            }
            guard let row else { throw CoreDataError.missingObject(objectID) }
            object.adopt(row)
        }
        object.fireFault()
        return object
    }

    final func takeIn(_ object: NSManagedObject) {
        checkQueue("insert(_:)")
        if object.registry === registry { return }
        precondition(
            object.registry == nil,
            "the object belongs to another context already; insert a new one instead")
        insertNew(object)
    }
}

// MARK: - Making objects

private let temporaryNumbers = Atomic<Int64>(0)

extension NSManagedObjectContext {
    final func requiredSource() -> any ObjectSource {
        guard let source else {
            fatalError(
                """
                The context “\(nameInTraps)” has neither a parent nor a coordinator. Set \
                `parent` or `persistentStoreCoordinator` before the context is used; \
                NSPersistentContainer.newBackgroundContext() makes one that is ready.
                """)
        }
        return source
    }

    final func entity(of type: NSManagedObject.Type) -> NSEntityDescription {
        let matching = requiredSource().model.layouts(ofClass: type)
        guard let layout = matching.first, matching.count == 1 else {
            fatalError(
                """
                \(matching.isEmpty ? "No entity" : "More than one entity") of the context's model \
                names the class \(type): use init(entity:insertInto:), or name the class in the \
                model
                """)
        }
        return layout.entity
    }

    /// Gives a new object a temporary key and a row of defaults, and adds it to the insertions.
    final func insertNew(_ object: NSManagedObject) {
        object.withLayout { layout in
            takeNew(object, layout)
            if layout.isSubclassed { object.awakeFromInsert() }
        }
    }

    /// The same without calling `awakeFromInsert()`.
    final func takeNew(_ object: NSManagedObject, _ layout: RowLayout) {
        checkQueue("inserting an object")
        assert(
            requiredSource().model[layout.number] === layout,
            "the entity \(layout.entity.name ?? "") is not of the context's model")
        let number = temporaryNumbers.add(1, ordering: .relaxed).newValue
        let key = ObjectKey(store: 0, entity: layout.number, number: number, isTemporary: true)
        enter(object, key, layout)
        if let row = object.row {
            // The app used it without a context: its values stay.
            row.key = key
            object.rare.forgetDetails()
        } else {
            let row = allocateRow(layout, key: key)
            row.setDefaults(of: layout)
            row.retainSlab()
            object.adopt(row)
        }
        if registry.recordsUndo { undoRecorder?.rememberAbsent(object) }
        noteInserted(object, layout)
    }

    /// Registers an object of a layout under a key.
    final func enter(_ object: NSManagedObject, _ key: ObjectKey, _ layout: RowLayout) {
        if key.isTemporary { mayHoldTemporaryKeys = true }
        if !object.isRegistered(in: registry) { object.move(to: home(of: layout)) }
        object.key = key
        registry.register(object, key, root: layout.rootNumber)
    }

    /// What the objects of an entity have in common in this context, which keeps it.
    final func home(of layout: RowLayout) -> Unmanaged<ObjectHome> {
        while homes.count <= layout.number { homes.append(nil) }
        // A nested context's parent may have had another model before it got its store.
        if let home = homes[layout.number], home.isOf(layout) { return .passUnretained(home) }
        let home = ObjectHome(layout, registry)
        homes[layout.number] = home
        return .passUnretained(home)
    }

    /// The object of a key: the registered one, or a new fault.
    final func object(at key: ObjectKey) -> NSManagedObject {
        // A temporary key that is still one is found without asking for what it became.
        if let object = registry.object(key, root: layout(of: key).rootNumber) { return object }
        let resolved = resolve(key)
        let layout = self.layout(of: resolved)
        if resolved != key, let object = registry.object(resolved, root: layout.rootNumber) {
            return object
        }
        let object = makeObject(layout)
        object.state = .fault
        enter(object, resolved, layout)
        return object
    }

    final func makeObject(_ layout: RowLayout) -> NSManagedObject {
        layout.makeObject()
    }

    final func makeID(_ key: ObjectKey) -> NSManagedObjectID {
        let layout = self.layout(of: key)
        if let object = registry.object(key, root: layout.rootNumber) { return object.objectID }
        return NSManagedObjectID(key: key, layout: layout, store: storeReference(of: key))
    }

    final func storeReference(of key: ObjectKey) -> StoreReference? {
        guard !key.isTemporary else { return nil }
        return persistentStoreCoordinator?.store(numbered: key.store)?.reference
    }

    /// The layout of a key's entity.
    final func layout(of key: ObjectKey) -> RowLayout {
        withModel { $0[key.entity] }
    }

    // MARK: Rows

    final func allocateRow(_ layout: RowLayout, key: ObjectKey) -> Row {
        withAllocator(layout) { $0.makeRow(key: key) }
    }

    final func copyForWriting(_ row: Row, layout: RowLayout) -> Row {
        withAllocator(layout) { $0.copy(row) }
    }

    private func withAllocator(_ layout: RowLayout, _ body: (inout RowAllocator) -> Row) -> Row {
        while allocators.count <= layout.number { allocators.append(nil) }
        if allocators[layout.number] == nil {
            allocators[layout.number] = RowAllocator(layout: layout)
        }
        return body(&allocators[layout.number]!)
    }

    /// Finds the row of a fault.
    ///
    /// - Precondition: the object exists, or `shouldDeleteInaccessibleFaults` is set; otherwise it
    ///   traps, where Apple's framework raises an exception.
    final func loadRow(of object: NSManagedObject) {
        execution.span(.fault) {
            execution.charge(.faultsFired, 1)
            do {
                if try loadBatch(of: object) { return }
                if let row = try requiredSource().row(object.key, layout: object.layout) {
                    object.adopt(row)
                    return
                }
            } catch {
                fatalError("CoreData could not read \(object.objectID): \(error)")
            }
            guard shouldDeleteInaccessibleFaults else {
                fatalError(
                    """
                    CoreData could not fulfill a fault for \(object.objectID): its object was \
                    deleted, or never saved. Use existingObject(with:), which throws in this \
                    case, or set shouldDeleteInaccessibleFaults.
                    """)
            }
            giveUp(object)
        }
    }

    /// Marks a fault without a row as deleted; its properties are nil from then on.
    private func giveUp(_ object: NSManagedObject) {
        let row = allocateRow(object.layout, key: object.key)
        row.retainSlab()
        object.adopt(row)
        object.state.insert(.gone)
        registry.remove(
            Unmanaged.passUnretained(object).toOpaque(), object.key,
            root: object.layout.rootNumber)
        if object.state.insert(.inEventDeleted).inserted { event.deleted.append(object) }
        if turn.isNeeded { enqueueTurn() }
    }

    /// Reads the members of a to-many from the source.
    final func loadMembers(of object: NSManagedObject, toMany index: Int) -> [ObjectKey] {
        do {
            return try readMembers(of: object, toMany: index)
        } catch {
            let layout = object.layout
            let name = layout.relationships[layout.toManys[index]].name
            fatalError("CoreData could not read “\(name)” of \(object.objectID): \(error)")
        }
    }

    /// The same for callers that can do without.
    final func readMembers(of object: NSManagedObject, toMany index: Int) throws -> [ObjectKey] {
        // If age matters, what an earlier fetch has read does not count.
        if stalenessInterval < 0, let keys = readAhead.members(of: object, toMany: index) {
            return keys
        }
        return try execution.span(.fault) {
            execution.charge(.faultsFired, 1)
            let layout = object.layout
            let keys = try requiredSource().members(
                of: object.key, layout: layout,
                relationship: layout.relationships[layout.toManys[index]])
            return mayHoldTemporaryKeys ? keys.map(resolve) : keys
        }
    }
}

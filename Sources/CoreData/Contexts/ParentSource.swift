import Execution
import Foundation

/// A parent context as the source of a child; every request waits for the parent's queue.
final class ParentSource: ObjectSource {
    let parent: NSManagedObjectContext
    /// The context below, which owns this source; `nil` for requests from another queue than its
    /// own.
    private unowned(unsafe) let child: NSManagedObjectContext?

    init(_ parent: NSManagedObjectContext, of child: NSManagedObjectContext?) {
        self.parent = parent
        self.child = child
    }

    var model: ModelLayout { parent.requiredSource().model }
    var rootCoordinator: NSPersistentStoreCoordinator? { parent.persistentStoreCoordinator }
    var forOtherQueues: any ObjectSource { ParentSource(parent, of: nil) }

    /// Runs a request on the parent's queue.
    ///
    /// The parent answers in the keys that it has at that moment, and the child takes those over
    /// while it waits.
    ///
    /// - Parameter body: reads rows and keys of the parent's objects last, because any other read
    ///   may bring the parent new keys.
    private func ask<T>(_ body: () throws -> T) rethrows -> T {
        try parent.performAndWait {
            parent.learnKeys()
            defer { catchUp() }
            return try body()
        }
    }

    private func catchUp() {
        guard let child else { return }
        child.learnKeys(upTo: parent.knownBatch)
        if parent.mayHoldTemporaryKeys { child.mayHoldTemporaryKeys = true }
    }

    // MARK: Fetching

    func fetch(_ plan: FetchPlan) throws -> FetchedRows {
        var plan = plan
        // Batches and prefetching are the child's own: its objects differ from the parent's.
        plan.batchSize = 0
        plan.prefetchedPaths = []
        return try ask {
            let objects = try parent.fetchObjects(
                plan.resolved(for: parent), as: .fetchesPassedUp)
            for object in objects { object.prepareForChild() }
            var found = FetchedRows()
            var copies = ChildRows()
            for object in objects { copies.append(object, to: &found) }
            parent.execution.charge(.objectsCopiedDown, objects.count)
            return found
        }
    }

    func count(_ plan: FetchPlan) throws -> Int {
        try ask { try parent.countObjects(plan.resolved(for: parent)) }
    }

    func keys(_ plan: FetchPlan) throws -> [ObjectKey] {
        try ask { try parent.fetchKeys(plan.resolved(for: parent), as: .fetchesPassedUp) }
    }

    func dictionaries(_ plan: FetchPlan, _ dictionaries: DictionaryPlan) throws -> [NSDictionary] {
        try ask {
            try parent.requiredSource().dictionaries(plan.resolved(for: parent), dictionaries)
        }
    }

    // MARK: Rows and members

    func rows(_ keys: [ObjectKey], root: RowLayout) throws -> FetchedRows {
        try ask {
            var missing: [ObjectKey] = []
            for key in keys.map(parent.resolve) {
                let known = parent.registry.object(key, root: root.number)
                if let known, known.row != nil {
                    if !known.isDead { known.prepareForChild() }
                } else if !(known?.isDead ?? false), !key.isTemporary || parent.parent != nil {
                    missing.append(key)
                }
            }
            let read =
                missing.isEmpty
                ? FetchedRows() : try parent.requiredSource().rows(missing, root: root)
            var found = FetchedRows()
            var copies = ChildRows()
            for key in keys.map(parent.resolve) {
                let known = parent.registry.object(key, root: root.number)
                if let known, known.row != nil, !known.isDead { copies.append(known, to: &found) }
            }
            found.append(read)
            parent.execution.charge(.objectsCopiedDown, keys.count)
            return found
        }
    }

    /// Reads members from the parent's objects if these know more than the parent's source.
    ///
    /// They do with unsaved changes, or with loaded members.
    func members(
        ofAll keys: [ObjectKey], relationship: RelationshipLayout
    ) throws -> FetchedRows.Members {
        try ask {
            let keys = keys.map(parent.resolve)
            let known = keys.map { key -> NSManagedObject? in
                let object = parent.registry.object(key, root: parent.layout(of: key).rootNumber)
                return object?.details == nil ? nil : object
            }
            let unknown = zip(keys, known).filter { $1 == nil && !$0.isTemporary }.map(\.0)
            let found =
                unknown.isEmpty
                ? FetchedRows.Members(lists: [])
                : try parent.requiredSource().members(ofAll: unknown, relationship: relationship)
            var next = found.lists.makeIterator()
            let lists = zip(keys, known).map { key, object -> [ObjectKey] in
                if let object { return object.memberKeys(ofToMany: relationship.toManyIndex!) }
                return key.isTemporary ? [] : next.next() ?? []
            }
            return FetchedRows.Members(
                lists: lists.map { $0.map(parent.resolve) }, rows: found.rows)
        }
    }

    func row(_ key: ObjectKey, layout: RowLayout) throws -> Row? {
        try ask {
            let key = parent.resolve(key)
            let known = parent.registry.object(key, root: layout.rootNumber)
            parent.execution.charge(.objectsCopiedDown, 1)
            if let known {
                if known.isDead { return nil }
                if known.state.contains(.inserted) || !known.isFault || known.row != nil {
                    known.prepareForChild()
                    var copies = ChildRows()
                    return copies.retainedSnapshot(of: known)
                }
            }
            // Ask for temporary keys, too: a context further up may have the inserted object.
            let row = try parent.requiredSource().row(key, layout: layout)
            // Fill a registered fault in passing: the child has read its row through the parent.
            if let known, let row {
                row.retainSlab()
                known.adopt(row)
            }
            return row
        }
    }

    func members(
        of key: ObjectKey, layout: RowLayout, relationship: RelationshipLayout
    ) throws -> [ObjectKey] {
        try ask {
            let key = parent.resolve(key)
            let index = relationship.toManyIndex!
            // Ask the parent's object if it knows more than its source. An unregistered one is not
            // made for this: it may be deleted meanwhile, and would have no members.
            if let known = parent.registry.object(key, root: layout.rootNumber),
                known.state.contains(.inserted) || known.knowsMembers(ofToMany: index)
            {
                return known.memberKeys(ofToMany: index)
            }
            return try parent.requiredSource().members(
                of: key, layout: layout, relationship: relationship)
        }
    }

    // MARK: Keys and saves

    /// Has the keys assigned at the top of the tree, from where they reach every context.
    func assignKeys(to objects: [NSManagedObject]) throws {
        try ask {
            // Some objects may have been saved further up, and have keys already.
            catchUp()
            let waiting = objects.filter { $0.key.isTemporary }
            if !waiting.isEmpty { try parent.requiredSource().assignKeys(to: waiting) }
        }
    }

    // Between a child and its parent there is no conflict.
    func holdingWriters(_ body: () throws -> Void) throws { try body() }

    /// Copies every changed object into the parent, where it becomes an unsaved change.
    func save(_ changes: ChangeSet, of context: NSManagedObjectContext) throws {
        ask {
            // On the parent's queue, which is main's where the parent is a main context.
            parent.execution.span(.pushToParent) {
                catchUp()
                parent.withoutTurn {
                    let push = ChildPush(from: context, into: parent)
                    push.run(changes)
                    parent.execution.charge(.pushesReceived, 1)
                    parent.execution.charge(.objectsCopiedUp, changes.count)
                    parent.processPendingChanges()
                }
            }
        }
    }
}

extension NSManagedObject {
    /// Reads the values that a child will get; the read may bring this context new keys.
    fileprivate func prepareForChild() {
        let isUnreadInsertion = state.contains(.inserted) && state.contains(.fault)
        if row == nil || isUnreadInsertion || state.contains(.outdated) { fireFault() }
    }
}

/// Makes rows that a child may read on its own queue.
///
/// Shared rows pass as they are; rows that the parent may still write, and rows with transient
/// values, are copied.
private struct ChildRows {
    private var allocators: [Int: RowAllocator] = [:]

    mutating func append(_ object: NSManagedObject, to found: inout FetchedRows) {
        let row = retainedSnapshot(of: object)
        found.append(row, in: row.slab)
        row.releaseSlab()
    }

    /// The row, its slab retained for the caller.
    mutating func retainedSnapshot(of object: NSManagedObject) -> Row {
        let row = object.row!
        let transients = object.layout.transientSlots
        let isOwn = object.state.contains(.ownsRow)
        guard isOwn || transients.contains(where: { !row.hasDefault(of: $0) }) else {
            row.retainSlab()
            return row
        }
        let number = object.layout.number
        var allocator = allocators[number] ?? RowAllocator(layout: object.layout)
        let copy = allocator.copy(row)
        copy.retainSlab()
        // Transient values belong to one context.
        for slot in transients { copy.setDefault(of: slot) }
        allocators[number] = allocator
        return copy
    }
}

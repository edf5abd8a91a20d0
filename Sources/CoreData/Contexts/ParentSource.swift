import Execution
import Foundation

/// A parent context as the source of a child: every request waits for the parent's queue, and
/// climbs on from there.
final class ParentSource: ObjectSource {
    let parent: NSManagedObjectContext

    init(_ parent: NSManagedObjectContext) {
        self.parent = parent
    }

    var model: ModelLayout { parent.requiredSource().model }
    var rootCoordinator: NSPersistentStoreCoordinator? { parent.persistentStoreCoordinator }

    func fetch(_ plan: FetchPlan) throws -> FetchedRows {
        var plan = plan
        // Both are the child's own affair: its objects are others than the parent's.
        plan.batchSize = 0
        plan.prefetchedPaths = []
        return try parent.performAndWait {
            var found = FetchedRows()
            var copies = RowCopies()
            for object in try parent.fetchObjects(plan.resolved(for: parent)) {
                if object.row == nil { object.fireFault() }
                let row = copies.retainedSnapshot(of: object)
                found.append(row, in: row.slab)
                row.releaseSlab()
            }
            return found
        }
    }

    func count(_ plan: FetchPlan) throws -> Int {
        try parent.performAndWait { try parent.countObjects(plan.resolved(for: parent)) }
    }

    func keys(_ plan: FetchPlan) throws -> [ObjectKey] {
        try parent.performAndWait { try parent.fetchKeys(plan.resolved(for: parent)) }
    }

    func dictionaries(_ plan: FetchPlan, _ dictionaries: DictionaryPlan) throws -> [NSDictionary] {
        try parent.performAndWait {
            try parent.requiredSource().dictionaries(plan.resolved(for: parent), dictionaries)
        }
    }

    func rows(_ keys: [ObjectKey], root: RowLayout) throws -> FetchedRows {
        try parent.performAndWait {
            var found = FetchedRows()
            var copies = RowCopies()
            var missing: [ObjectKey] = []
            for key in keys.map(parent.resolve) {
                let known = parent.registry.object(key, root: root.number)
                guard let known, known.row != nil else {
                    if !key.isTemporary && !(known?.isDead ?? false) { missing.append(key) }
                    continue
                }
                if known.isDead { continue }
                let row = copies.retainedSnapshot(of: known)
                found.append(row, in: row.slab)
                row.releaseSlab()
            }
            if !missing.isEmpty {
                found.append(try parent.requiredSource().rows(missing, root: root))
            }
            return found
        }
    }

    /// Asks the parent's objects where they know more than its source: unsaved changes, or members
    /// that they have read.
    func members(
        ofAll keys: [ObjectKey], relationship: RelationshipLayout
    ) throws -> MemberLists {
        try parent.performAndWait {
            let keys = keys.map(parent.resolve)
            let known = keys.map { key -> NSManagedObject? in
                let object = parent.registry.object(key, root: parent.layout(of: key).rootNumber)
                return object?.details == nil ? nil : object
            }
            let unknown = zip(keys, known).filter { $1 == nil && !$0.isTemporary }.map(\.0)
            let found =
                unknown.isEmpty
                ? MemberLists(lists: [])
                : try parent.requiredSource().members(ofAll: unknown, relationship: relationship)
            var next = found.lists.makeIterator()
            let lists = zip(keys, known).map { key, object -> [ObjectKey] in
                if let object { return object.memberKeys(ofToMany: relationship.toManyIndex!) }
                return key.isTemporary ? [] : next.next() ?? []
            }
            return MemberLists(lists: lists, rows: found.rows)
        }
    }

    func row(_ key: ObjectKey, layout: RowLayout) throws -> Row? {
        try parent.performAndWait {
            let key = parent.resolve(key)
            let known = parent.registry.object(key, root: layout.rootNumber)
            if let known {
                if known.isDead { return nil }
                if known.state.contains(.inserted) || !known.isFault || known.row != nil {
                    var copies = RowCopies()
                    return copies.retainedSnapshot(of: known)
                }
            }
            // A temporary key, too: a context further up may have what was inserted there.
            let row = try parent.requiredSource().row(key, layout: layout)
            // A registered fault is filled in passing: the child pulled the data through.
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
        try parent.performAndWait {
            let key = parent.resolve(key)
            let index = relationship.toManyIndex!
            // The parent's object where it knows more than its source. It is not made for this:
            // it may be deleted meanwhile, and its members be none.
            if let known = parent.registry.object(key, root: layout.rootNumber),
                known.state.contains(.inserted) || known.knowsMembers(ofToMany: index)
            {
                return known.memberKeys(ofToMany: index)
            }
            return try parent.requiredSource().members(
                of: key, layout: layout, relationship: relationship)
        }
    }

    func reserveKeys(for objects: [NSManagedObject]) throws -> [ObjectKey] {
        try parent.performAndWait { try parent.requiredSource().reserveKeys(for: objects) }
    }

    /// Copies every changed object into the parent, where it is an unsaved change from then on.
    func save(_ changes: ChangeSet, of context: NSManagedObjectContext) throws {
        context.execution.span(.pushToParent) {
            parent.performAndWait {
                let push = ChildPush(from: context, into: parent)
                push.run(changes)
                parent.execution.charge(.objectsCopiedUp, changes.count)
                parent.processPendingChanges()
            }
        }
    }
}

/// Hands out rows that a child may read on its own queue: shared ones as they are, those that the
/// parent may still write as copies.
private struct RowCopies {
    private var allocators: [Int: RowAllocator] = [:]

    /// The row, its slab retained for the caller.
    mutating func retainedSnapshot(of object: NSManagedObject) -> Row {
        let row = object.row!
        guard object.state.contains(.ownsRow) else {
            row.retainSlab()
            return row
        }
        let number = object.layout.number
        var allocator = allocators[number] ?? RowAllocator(layout: object.layout)
        let copy = allocator.copy(row)
        copy.retainSlab()
        allocators[number] = allocator
        return copy
    }
}

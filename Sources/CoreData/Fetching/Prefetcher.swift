import Foundation

/// Reads the objects at the ends of key paths, with one query for each step of a path.
///
///     tags.author     step 1: the members of `tags` of all fetched objects, with their rows
///                     step 2: the rows of all their authors
///
/// The fetched objects keep the rows, see `PrefetchedRows`. Loaded values stay as they are.
struct Prefetcher {
    private let context: NSManagedObjectContext
    private let source: any ObjectSource
    private let kept = PrefetchedRows()

    init(_ context: NSManagedObjectContext) {
        self.context = context
        source = context.requiredSource()
    }

    /// - Precondition: on the context's queue.
    /// - Throws: errors of the source.
    func run(_ paths: [PropertyPath], from objects: [NSManagedObject]) throws {
        guard !objects.isEmpty else { return }
        for path in paths {
            var level = objects
            for name in path.components where !level.isEmpty {
                try fill(level)
                level = try follow(name, from: level)
            }
            try fill(level)
        }
        guard !kept.isEmpty else { return }
        for object in objects { object.extended().prefetched = kept }
        context.readAhead.add(kept)
    }

    /// The objects at the other end of a relationship of some objects, each once.
    private func follow(_ name: String, from objects: [NSManagedObject]) throws -> [NSManagedObject]
    {
        var keys = KeyList()
        var rows: [FetchedRows] = []
        guard let relationship = objects[0].layout.relationship(named: name) else { return [] }
        if let slot = relationship.slot {
            for object in objects {
                guard let row = object.row else { continue }
                let key = row.reference(of: object.layout.slots[slot])
                if !key.isNone { keys.insert(key) }
            }
        } else {
            for list in try members(of: objects, relationship, &rows) {
                for key in list { keys.insert(key) }
            }
        }
        // Make the objects first: a row is given only to a registered one.
        let found = keys.all.map(context.object(at:))
        for rows in rows { adopt(rows) }
        return found
    }

    /// The members of a to-many of each object; `rows` receives the rows that were read for it.
    private func members(
        of objects: [NSManagedObject], _ relationship: RelationshipLayout,
        _ rows: inout [FetchedRows]
    ) throws -> [[ObjectKey]] {
        let index = relationship.toManyIndex!
        let unread = objects.filter { object in
            !object.key.isTemporary && object.details?.toManys[index].members == nil
        }
        if !unread.isEmpty {
            let found = try source.members(ofAll: unread.map(\.key), relationship: relationship)
            rows = found.rows
            for rows in rows { kept.keep(rows) }
            for (object, list) in zip(unread, found.lists) { give(list, to: object, index) }
        }
        return objects.map { object in
            object.key.isTemporary
                ? object.memberKeys(ofToMany: index)
                : object.details?.toManys[index].members.map { Array($0.all) } ?? []
        }
    }

    /// Makes a list the members of an object, with its unsaved changes applied.
    private func give(_ list: [ObjectKey], to object: NSManagedObject, _ index: Int) {
        let details = object.extended()
        details.toManys[index].load(KeyList(list))
        // A parent's unsaved members do not change the version, so they are not kept for later.
        guard context.parent == nil, let row = details.base ?? object.row else { return }
        kept.keep(list, of: object.key, toMany: index, version: row.version)
    }

    /// Reads the rows of objects without one.
    private func fill(_ objects: [NSManagedObject]) throws {
        if let found = try context.fill(objects) { kept.keep(found) }
    }

    private func adopt(_ rows: FetchedRows) {
        rows.readAll { context.adopt($0) }
    }
}

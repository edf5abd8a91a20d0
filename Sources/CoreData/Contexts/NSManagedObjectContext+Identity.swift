import Foundation

// How the contexts of a tree come to know one object by one key.
//
//     root          main (its child)        worker (main's child)
//     save: t1→p1
//      ├─ batch 7 ─▶ inbox
//      └─ batch 7 ────────────────────────▶ inbox
//                   asks root: t1→p1 first
//                                           asks main: main first, then worker: t1→p1
//
// A context waits for no other one here: it takes keys over on its own queue, before it looks up an
// ID, and with the answer to each request to its parent. The answer is in the keys that the parent
// knows when it gives it, so the child takes over as much as the parent has, no more and no less;
// and since batches are handed out from the top down, a parent has at least what its child has.
extension NSManagedObjectContext {
    /// The context at the top of the tree, which is on the coordinator.
    private final var top: NSManagedObjectContext {
        var context = self
        while let above = context.parent { context = above }
        return context
    }

    /// The key by which this context knows an object: a temporary one as long as it has no other.
    @inline(__always)
    final func resolve(_ key: ObjectKey) -> ObjectKey {
        key.isTemporary ? resolveTemporary(key) : key
    }

    private func resolveTemporary(_ key: ObjectKey) -> ObjectKey {
        if registry.contains(temporary: key) { return key }
        return top.aliases[key] ?? key
    }

    /// Whether no temporary key of the tree has been replaced that anybody still needs.
    final var hasNoAliases: Bool { top.aliases.isEmpty }

    /// Whether an object may have another key than the ID that it shows.
    final var mayShowTemporaryIDs: Bool { registry.aliases != nil }

    // MARK: Handing keys down

    /// How much stays known for IDs that an app has noted of objects that are gone: an import's
    /// worth, or a thousand saves of one object; half a megabyte.
    private static let mostRecentWeight = 16_384

    /// Tells the contexts below of keys that were replaced here.
    ///
    /// - Precondition: at the top of the tree, on its queue.
    final func publish(_ aliases: ContiguousArray<AliasTable.Alias>) {
        knownBatch += 1
        let batch = AliasBatch(knownBatch, aliases, in: self.aliases)
        recentBatches.append(batch)
        recentWeight += batch.weight
        while recentWeight > Self.mostRecentWeight {
            recentWeight -= recentBatches.removeFirst().weight
        }
        deliver(batch)
    }

    /// A parent before its children; see above.
    private func deliver(_ batch: AliasBatch) {
        for child in children.alive {
            if child.inbox.add(batch) { child.queue.async { child.learnKeys() } }
            child.deliver(batch)
        }
    }

    // MARK: Taking keys over

    /// Takes over the keys that were replaced further up.
    ///
    /// - Parameter number: that of the last batch to take over.
    /// - Precondition: on the context's queue, or while that waits.
    @inline(__always)
    final func learnKeys(upTo number: Int = .max) {
        if !inbox.isEmpty { takeKeys(upTo: number) }
    }

    @inline(never)
    private func takeKeys(upTo number: Int) {
        let batches = inbox.take(upTo: number)
        guard let last = batches.last else { return }
        knownBatch = last.number
        guard mayHoldTemporaryKeys else { return }
        let table = top.aliases
        for batch in batches {
            for alias in batch.aliases {
                guard let object = registry.object(alias.former, root: 0) else { continue }
                object.keepTemporaryID(in: table, alias.key)
                move(object, to: alias.key)
                KeyReplacement(self).run(object)
            }
        }
        let replacement = KeyReplacement(self)
        var isAnyLeft = registry.hasTemporaries
        for object in registry.all where replacement.run(object) { isAnyLeft = true }
        mayHoldTemporaryKeys = isAnyLeft
        // Until here keys were resolved by them.
        withExtendedLifetime(batches) {}
    }

    /// Registers an object under another key.
    private func move(_ object: NSManagedObject, to key: ObjectKey) {
        let root = layout(of: key).rootNumber
        if registry.object(key, root: root) == nil {
            registry.move(object, from: object.key, to: key, root: root)
        } else {
            // It gave way to another one, which has the place.
            registry.remove(Unmanaged.passUnretained(object).toOpaque(), object.key, root: root)
        }
        object.key = key
    }

    /// Makes a permanent key an object's, in the registry and its row.
    final func rename(_ object: NSManagedObject, to key: ObjectKey) {
        registry.move(object, from: object.key, to: key, root: object.layout.rootNumber)
        object.key = key
        object.row?.key = key
    }

    // MARK: Permanent IDs ahead of a save

    /// Assigns permanent IDs ahead of the save; the objects stay inserted. In a nested context it
    /// is the ID of the row that the root saves or has saved.
    ///
    /// - Precondition: on the context's queue; the objects are this context's.
    /// - Throws: what the store throws while it reserves the keys.
    public final func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
        checkQueue("obtainPermanentIDs(for:)")
        let objects = objects.filter { $0.registry === registry && !$0.isForgotten }
        learnKeys()
        var seen: Set<UInt64> = []
        let waiting = objects.filter { $0.key.isTemporary && seen.insert($0.key.bits).inserted }
        if !waiting.isEmpty { try requiredSource().assignKeys(to: waiting) }
        for object in objects { object.showPermanentID() }
    }

    /// Gives objects of this context, or of one below it, the keys that the store has reserved.
    ///
    /// - Precondition: at the top of the tree, on its queue.
    final func assign(_ keys: [ObjectKey], to objects: [NSManagedObject]) {
        publish(
            ContiguousArray(zip(objects, keys).map { AliasTable.Alias(former: $0.key, key: $1) }))
        for (object, key) in zip(objects, keys) {
            let root = object.layout.rootNumber
            if let own = registry.object(object.key, root: root) { rename(own, to: key) }
        }
        // Unsaved references hold the temporary key, wherever they are.
        replaceTemporaryKeys(in: pending.insertedNow + pending.updatedNow)
    }

    /// Replaces temporary keys by those that objects have by now.
    final func replaceTemporaryKeys(in objects: [NSManagedObject]) {
        let replacement = KeyReplacement(self)
        for object in objects { replacement.run(object) }
    }
}

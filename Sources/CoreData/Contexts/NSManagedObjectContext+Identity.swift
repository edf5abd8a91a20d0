import Foundation

// How the contexts of a tree agree on the key of an object.
//
//     root          main (its child)        worker (main's child)
//     save: t1→p1
//      ├─ batch 7 ─▶ inbox
//      └─ batch 7 ────────────────────────▶ inbox
//                   asks root: t1→p1 first
//                                           asks main: main first, then worker: t1→p1
//
// No context waits for another one here. Each takes keys over on its own queue: before it looks up
// an ID, and with the answer to each request to its parent. The parent answers in the keys that it
// has at that moment, so the child takes over exactly as many batches as the parent has; and
// because batches are handed out from the top down, a parent has at least those of its children.
extension NSManagedObjectContext {
    /// The context at the top of the tree, whose source is the coordinator.
    private final var top: NSManagedObjectContext {
        var context = self
        while let above = context.parent { context = above }
        return context
    }

    /// The key by which this context knows an object: temporary until it takes the permanent one
    /// over.
    @inline(__always)
    final func resolve(_ key: ObjectKey) -> ObjectKey {
        key.isTemporary ? resolveTemporary(key) : key
    }

    private func resolveTemporary(_ key: ObjectKey) -> ObjectKey {
        if registry.contains(temporary: key) { return key }
        return top.aliases[key] ?? key
    }

    /// Whether no temporary key that is still needed has been replaced in the tree.
    final var hasNoAliases: Bool { top.aliases.isEmpty }

    /// Whether an object may show an ID with another key than its own.
    final var mayShowTemporaryIDs: Bool { registry.aliases != nil }

    // MARK: Handing keys down

    /// How many aliases stay known for IDs that an app recorded of objects no longer in memory.
    ///
    /// As many as an import makes, or a thousand saves of one object; half a megabyte.
    private static let mostRecentWeight = 16_384

    /// Hands replaced keys to the contexts below.
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

    /// Delivers to a parent before its children; see above.
    private func deliver(_ batch: AliasBatch) {
        for child in children.alive {
            if child.inbox.add(batch) { child.queue.async { child.learnKeys() } }
            child.deliver(batch)
        }
    }

    // MARK: Taking keys over

    /// Takes over the keys that contexts further up have replaced.
    ///
    /// - Parameter number: the number of the last batch to take over.
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
        // Up to here `resolve` needed the batches' entries in the table.
        withExtendedLifetime(batches) {}
    }

    /// Registers an object under another key.
    private func move(_ object: NSManagedObject, to key: ObjectKey) {
        let root = layout(of: key).rootNumber
        if registry.object(key, root: root) == nil {
            registry.move(object, from: object.key, to: key, root: root)
        } else {
            // The object lost a constraint conflict to another one, which is registered under the
            // key.
            registry.remove(Unmanaged.passUnretained(object).toOpaque(), object.key, root: root)
        }
        object.key = key
    }

    /// Gives an object its permanent key, in the registry and in its row.
    final func rename(_ object: NSManagedObject, to key: ObjectKey) {
        registry.move(object, from: object.key, to: key, root: object.layout.rootNumber)
        object.key = key
        object.row?.key = key
    }

    // MARK: Permanent IDs ahead of a save

    final func nameForGood(_ objects: [NSManagedObject]) throws {
        checkQueue("obtainPermanentIDs(for:)")
        let objects = objects.filter { $0.registry === registry && !$0.isForgotten }
        learnKeys()
        var seen: Set<UInt64> = []
        let waiting = objects.filter { $0.key.isTemporary && seen.insert($0.key.bits).inserted }
        if !waiting.isEmpty { try requiredSource().assignKeys(to: waiting) }
        for object in objects { object.showPermanentID() }
    }

    /// Gives objects of this context, or of one below it, reserved keys.
    ///
    /// - Precondition: at the top of the tree, on its queue.
    final func assign(_ keys: [ObjectKey], to objects: [NSManagedObject]) {
        publish(
            ContiguousArray(zip(objects, keys).map { AliasTable.Alias(former: $0.key, key: $1) }))
        for (object, key) in zip(objects, keys) {
            let root = object.layout.rootNumber
            if let own = registry.object(object.key, root: root) { rename(own, to: key) }
        }
        replaceTemporaryKeysOfChanges()
    }

    /// Replaces temporary keys in all unsaved references, any of which may hold one.
    final func replaceTemporaryKeysOfChanges() {
        replaceTemporaryKeys(in: pending.insertedNow + pending.updatedNow)
    }

    /// Replaces temporary keys by the objects' present ones.
    final func replaceTemporaryKeys(in objects: [NSManagedObject]) {
        let replacement = KeyReplacement(self)
        for object in objects { replacement.run(object) }
    }
}

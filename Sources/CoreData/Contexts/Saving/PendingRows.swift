/// Prepares the rows of a save: writes keys, versions and references before the commit.
///
/// `undo()` restores them if the save fails.
///
/// - Precondition: on the queue of the saving context.
final class PendingRows {
    private let context: NSManagedObjectContext
    private let model: ModelLayout
    private let changes: ChangeSet
    /// The inserted objects that need a key.
    let waiting: [NSManagedObject]
    @exclusivity(unchecked) private var words:
        [(place: UnsafeMutablePointer<UInt64>, former: UInt64)] = []
    /// The permanent keys of the waiting objects by temporary number, from the smallest one on.
    ///
    /// The objects of one import have nearly consecutive numbers. Empty if the numbers are
    /// scattered.
    @exclusivity(unchecked) private var permanents: ContiguousArray<UInt64> = []
    @exclusivity(unchecked) private var firstTemporary: Int64 = 0

    init(_ context: NSManagedObjectContext, _ changes: ChangeSet, model: ModelLayout) {
        self.context = context
        self.changes = changes
        self.model = model
        waiting = changes.inserted.filtered { $0.key.isTemporary }
    }

    /// Writes the keys of new objects, the next versions of all, and permanent keys in references.
    ///
    /// - Parameter keys: the keys of the waiting objects, in their order.
    func prepare(_ keys: [ObjectKey]) {
        words.reserveCapacity(changes.count + keys.count * 2)
        var next = keys.makeIterator()
        waiting.forEachUnretained { set($0.row!.words + 1, to: next.next()!.bits) }
        list(keys)
        changes.inserted.forEachUnretained { setVersion(of: $0.row!, to: 1) }
        changes.updated.forEachUnretained { prepareUpdate($0) }
        changes.inserted.forEachUnretained { resolveReferences(of: $0) }
        changes.updated.forEachUnretained { resolveReferences(of: $0) }
    }

    /// Lists the keys by temporary number, if the list stays short.
    ///
    /// References are then resolved without the registry, which would take six times as long.
    private func list(_ keys: [ObjectKey]) {
        permanents = []
        guard !waiting.isEmpty else { return }
        var first = Int64.max
        var last = Int64.min
        waiting.forEachUnretained { object in
            first = min(first, object.key.number)
            last = max(last, object.key.number)
        }
        guard last - first < Int64(waiting.count) * 4 else { return }
        firstTemporary = first
        permanents = ContiguousArray(repeating: 0, count: Int(last - first) + 1)
        var next = keys.makeIterator()
        waiting.forEachUnretained { permanents[Int($0.key.number - first)] = next.next()!.bits }
    }

    /// Gives an updated object a row of its own with the next version.
    ///
    /// Also if only a to-many has changed; the new row is not announced as a change.
    private func prepareUpdate(_ object: NSManagedObject) {
        let row = object.ownRow()
        let version = object.committedRow!.version + 1
        setVersion(of: row, to: version)
    }

    private func setVersion(of row: Row, to version: Int64) {
        set(row.words, to: row.versionWord(version))
    }

    /// Replaces temporary keys in to-one slots by the permanent keys of the same save.
    private func resolveReferences(of object: NSManagedObject) {
        let row = object.row!
        object.withLayout { layout in
            layout.toOnePlaces.withUnsafeBufferPointer { places in
                for place in places {
                    let reference = row.reference(of: place)
                    guard reference.isTemporary else { continue }
                    set(row.words + place.offset, to: permanent(reference).bits)
                }
            }
        }
    }

    /// The key that an object has after the save.
    func permanent(_ key: ObjectKey) -> ObjectKey {
        guard key.isTemporary else { return key }
        let place = Int(key.number - firstTemporary)
        if place >= 0, place < permanents.count, permanents[place] != 0 {
            return ObjectKey(bits: permanents[place])
        }
        let root = model[key.entity].rootNumber
        if let object = context.registry.object(key, root: root), let row = object.row {
            return row.key
        }
        return context.resolve(key)
    }

    private func set(_ place: UnsafeMutablePointer<UInt64>, to word: UInt64) {
        words.append((place, place.pointee))
        place.pointee = word
    }

    /// Restores the rows after a failed save.
    func undo() {
        for (place, former) in words.reversed() { place.pointee = former }
        words = []
    }

    /// Gives the objects their new keys after the commit.
    func publish() {
        let lists = [changes.inserted, changes.updated]
        // Before any object is renamed, because members are found by their temporary keys.
        for list in lists { list.forEachUnretained { replaceTemporaryMembers(of: $0) } }
        let hasChildren = !context.children.isEmpty
        var aliases: ContiguousArray<AliasTable.Alias> = []
        for list in lists {
            context.registry.moveToKeysOfRows(list) { object, key in
                if hasChildren || object.state.contains(.cameFromChild) {
                    aliases.append(AliasTable.Alias(former: object.key, key: key))
                }
                object.key = key
            }
        }
        context.mayHoldTemporaryKeys = context.registry.hasTemporaries
        if !aliases.isEmpty { context.publish(aliases) }
    }

    private func replaceTemporaryMembers(of object: NSManagedObject) {
        guard object.rare.hasDetails else { return }
        object.rare.withDetails { details in
            for index in details.toManys.indices {
                details.toManys[index].replaceTemporaryKeys(by: permanent)
            }
        }
    }
}

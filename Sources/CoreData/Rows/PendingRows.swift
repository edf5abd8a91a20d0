/// The rows of a save on their way to the committed ones: keys, versions and references are written
/// ahead of the commit, and put back when it fails.
///
/// - Precondition: on the queue of the context that saves.
final class PendingRows {
    private let context: NSManagedObjectContext
    private let model: ModelLayout
    @exclusivity(unchecked) private var words:
        [(place: UnsafeMutablePointer<UInt64>, former: UInt64)] = []

    init(_ context: NSManagedObjectContext, model: ModelLayout) {
        self.context = context
        self.model = model
    }

    /// The inserted objects that need a key.
    func waiting(_ changes: ChangeSet) -> [NSManagedObject] {
        changes.inserted.filter { $0.key.isTemporary }
    }

    /// Gives new objects their keys, all of them their next versions, and references between them
    /// the permanent keys of the same save.
    func prepare(_ changes: ChangeSet, _ waiting: [NSManagedObject], _ keys: [ObjectKey]) {
        for (object, key) in zip(waiting, keys) { set(object.row!.words + 1, to: key.bits) }
        changes.inserted.forEachUnretained { set($0.row!.words + 2, to: 1) }
        changes.updated.forEachUnretained { prepareUpdate($0) }
        changes.inserted.forEachUnretained { resolveReferences(of: $0) }
        changes.updated.forEachUnretained { resolveReferences(of: $0) }
    }

    /// A row of its own with the next version, also for an object whose to-many alone has changed.
    private func prepareUpdate(_ object: NSManagedObject) {
        let row = object.writableRow()
        let version = object.committedRow!.version + 1
        set(row.words + 2, to: UInt64(bitPattern: version))
    }

    /// Temporary keys in to-one slots become the permanent ones of the same save.
    private func resolveReferences(of object: NSManagedObject) {
        let row = object.row!
        for slot in object.layout.toOneSlots {
            let reference = row.reference(of: slot)
            guard reference.isTemporary else { continue }
            set(row.words + slot.offset, to: permanent(reference).bits)
        }
    }

    /// The key that an object has after the save.
    func permanent(_ key: ObjectKey) -> ObjectKey {
        guard key.isTemporary else { return key }
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

    /// The save failed: the rows are as before.
    func undo() {
        for (place, former) in words.reversed() { place.pointee = former }
        words = []
    }

    /// The save was committed: the objects get their new keys.
    func publish(_ changes: ChangeSet) {
        let lists = [changes.inserted, changes.updated]
        // Before any object is renamed: members are found by their temporary keys.
        for list in lists {
            list.forEachUnretained { context.replaceTemporaryMembers(of: $0) }
        }
        let hasChildren = !context.children.isEmpty
        for list in lists {
            list.forEachUnretained { object in
                let key = object.row!.key
                guard object.key != key else { return }
                context.rename(object, to: key, hasChildren: hasChildren)
            }
        }
    }
}

import Foundation

/// The object IDs of a did-save notification, made when somebody looks at them.
final class ObjectIDSet: NSSet {
    private struct Entry {
        let key: ObjectKey
        let layout: RowLayout
        let store: NSPersistentStore?
    }

    private let entries: [Entry]
    private let lock = SectionLock()
    /// Guarded by `lock`.
    private var made: [NSManagedObjectID]?

    init(_ objects: [NSManagedObject]) {
        let context = objects.first?.managedObjectContext
        entries = objects.map {
            Entry(key: $0.key, layout: $0.layout, store: context?.store(of: $0.key))
        }
        super.init(objects: EmptySet.storage, count: 0)
    }

    init(keys: [ObjectKey], layouts: [RowLayout], store: (ObjectKey) -> NSPersistentStore?) {
        entries = zip(keys, layouts).map { Entry(key: $0, layout: $1, store: store($0)) }
        super.init(objects: EmptySet.storage, count: 0)
    }

    required init(objects: UnsafePointer<AnyObject>, count: Int) {
        entries = (0..<count).compactMap { index in
            (objects[index] as? NSManagedObjectID).map {
                Entry(key: $0.key, layout: $0.entity.layout, store: $0.persistentStore)
            }
        }
        super.init(objects: EmptySet.storage, count: 0)
    }

    required init?(coder: NSCoder) {
        fatalError("a set of object IDs cannot be decoded; archive their URIs instead")
    }

    deinit {
        lock.destroy()
    }

    var keys: [ObjectKey] { entries.map(\.key) }

    private var ids: [NSManagedObjectID] {
        lock.withLock {
            if let made { return made }
            let ids = entries.map {
                NSManagedObjectID(key: $0.key, layout: $0.layout, store: $0.store)
            }
            made = ids
            return ids
        }
    }

    override var count: Int { entries.count }

    override func member(_ object: Any) -> Any? {
        guard let id = object as? NSManagedObjectID else { return nil }
        return ids.first { $0 == id }
    }

    override func objectEnumerator() -> NSEnumerator {
        (ids as NSArray).objectEnumerator()
    }

    override func copy(with zone: NSZone? = nil) -> Any { self }
}

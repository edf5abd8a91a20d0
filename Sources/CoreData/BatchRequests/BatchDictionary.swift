import Foundation

/// The dictionary that a batch insertion's handler fills: a place for each slot of the entity.
///
/// Foundation's own boxes every key and value as an object, and unboxes it when it is read: of a
/// batch of ten integers a row that took 15,000 instructions a value, nine tenths of the request.
/// This one finds the slot by the name, and keeps the value as it came.
///
/// What the app reads back has been through Foundation's, so that it has the same types. Only a
/// cast to a Swift dictionary sees nothing: Foundation casts its own class alone. The `copy()` is
/// of that class.
///
/// Not thread-safe, as any mutable dictionary.
final class BatchDictionary: NSMutableDictionary {
    private let layout: RowLayout
    /// The values by slot.
    @exclusivity(unchecked) private var values: ContiguousArray<Any?>
    /// The values of keys that name no slot: text that is no attribute, or no text.
    private let others = NSMutableDictionary()

    init(_ layout: RowLayout) {
        self.layout = layout
        values = ContiguousArray(repeating: nil, count: layout.slots.count)
        super.init(objects: nil, forKeys: nil, count: 0)
    }

    required init(
        objects: UnsafePointer<AnyObject>!, forKeys keys: UnsafePointer<NSObject>!, count: Int
    ) {
        fatalError("a batch insertion makes its dictionary; make an NSMutableDictionary")
    }

    required convenience init() {
        fatalError("a batch insertion makes its dictionary; make an NSMutableDictionary")
    }

    required init?(coder: NSCoder) {
        fatalError("a batch insertion makes its dictionary; decode an NSMutableDictionary")
    }

    // MARK: For the insertion

    /// Removes everything.
    func empty() {
        for index in values.indices { values[index] = nil }
        if hasOthers { others.removeAllObjects() }
    }

    /// Calls `body` with each value of a slot and the slot's index, until it returns `false`.
    @inline(__always)
    func forEachSlot(_ body: (Int, Any) -> Bool) -> Bool {
        for index in values.indices {
            if let value = values[index], !body(index, value) { return false }
        }
        return true
    }

    var hasOthers: Bool { others.count > 0 }

    /// The values by name; `nil` if a key is no text.
    var named: [String: Any]? {
        guard var named = others as? [String: Any] else { return nil }
        for (index, value) in values.enumerated() {
            if let value { named[layout.slots[index].name] = value }
        }
        return named
    }

    // MARK: For the handler

    override func setObject(_ anObject: Any, forKey aKey: AnyHashable) {
        if let index = slot(aKey.base) {
            values[index] = anObject
        } else {
            others.setObject(anObject, forKey: aKey)
        }
    }

    override func removeObject(forKey aKey: Any) {
        if let index = slot(aKey) {
            values[index] = nil
        } else {
            others.removeObject(forKey: aKey)
        }
    }

    override func object(forKey aKey: Any) -> Any? {
        guard let index = slot(aKey) else { return others.object(forKey: aKey) }
        return values[index].flatMap(Self.boxed)
    }

    override var count: Int {
        values.reduce(others.count) { $0 + ($1 == nil ? 0 : 1) }
    }

    override func keyEnumerator() -> NSEnumerator {
        let names = values.indices.filter { values[$0] != nil }.map { layout.slots[$0].name }
        return NSArray(array: names + others.allKeys).objectEnumerator()
    }

    override func isEqual(_ value: Any?) -> Bool {
        guard let other = value as? NSDictionary else { return false }
        return (copy() as? NSDictionary)?.isEqual(other.copy()) ?? false
    }

    override var hash: Int { count }

    /// A value as Foundation's dictionaries return it.
    private static func boxed(_ value: Any) -> Any? {
        let dictionary = NSMutableDictionary()
        dictionary.setObject(value, forKey: "value")
        return dictionary.object(forKey: "value")
    }

    /// The slot that a key names; `nil` for any other property, and for a key that is no text.
    @inline(__always)
    private func slot(_ key: Any) -> Int? {
        guard let name = Self.text(key), case .slot(let index) = layout.property(named: name)
        else { return nil }
        return index
    }

    /// A key as text; `nil` if it is none.
    @inline(__always)
    private static func text(_ key: Any) -> String? {
        // A cast takes 1,800 instructions, also to the type that the value has. An `Any` holds a
        // value of two words itself.
        if type(of: key) == String.self {
            return withUnsafeBytes(of: key) { $0.load(as: String.self) }
        }
        return key as? String
    }
}

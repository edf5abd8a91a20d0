import Synchronization

/// The part of a `ManagedProperty` that all types share: a name, and the last found position.
///
/// A position holds for the layout in which it was found: another entity with the same class may
/// have the property elsewhere. A property of a root entity has one position in its whole
/// hierarchy, so it is kept under the hierarchy's number and serves every subentity. Number and
/// position share one word, because contexts on several queues share a handle.
///
/// A bare pointer to memory that is never freed: retaining and releasing a reference would cost
/// more than the access itself.
// @unchecked: the word is atomic, the rest constant.
struct PropertyHandle: @unchecked Sendable {
    private struct Storage: ~Copyable {
        let name: String
        let typeName: String
        /// The `Place` of the last look-up; 0 before the first.
        let found = Atomic<UInt64>(0)

        init(name: String, typeName: String) {
            self.name = name
            self.typeName = typeName
        }
    }

    private let storage: UnsafeMutablePointer<Storage>

    init(_ name: String, _ typeName: String) {
        storage = .allocate(capacity: 1)
        storage.initialize(to: Storage(name: name, typeName: typeName))
    }

    /// The property's name in the model.
    var name: String { storage.pointee.name }

    /// The Swift type of the values, for messages.
    var typeName: String { storage.pointee.typeName }

    /// The position of the property in the layout of an object.
    ///
    /// - Precondition: the layout has the property, and it takes values of the handle's type.
    @inline(__always)
    func place(in object: NSManagedObject, _ types: ValueTypes) -> Place {
        let place = Place(word: storage.pointee.found.load(ordering: .relaxed))
        if object.has(serial: place.serial) { return place }
        return lookUp(in: object.layout, types)
    }

    @inline(never)
    private func lookUp(in layout: RowLayout, _ types: ValueTypes) -> Place {
        let place: Place
        switch layout.property(named: name) {
        case .slot(let index):
            let slot = layout.slots[index]
            guard types.contains(ValueTypes(slot.kind)) else { reject("\(slot.kind)", layout) }
            let isShared = slot.property.entity.superentity == nil
            place = Place(
                serial: isShared ? layout.hierarchySerial : layout.serial, offset: slot.offset,
                index: index)
        case .toMany(let index):
            let relationship = layout.relationships[layout.toManys[index]]
            guard types.contains(.toMany) else { reject("a to-many", layout) }
            let isShared = relationship.description.entity.superentity == nil
            place = Place(
                serial: isShared ? layout.hierarchySerial : layout.serial, offset: 0, index: index)
        case .composite: reject("a composite, which value(forKey:) reads,", layout)
        case .fetched: reject("a fetched property, which value(forKey:) reads,", layout)
        case nil:
            fatalError(
                """
                The entity \(layout.entity.name ?? "") has no property “\(name)”, which \
                ManagedProperty<\(typeName)> names; it has \(layout.propertyNames).
                """)
        }
        storage.pointee.found.store(place.word, ordering: .relaxed)
        return place
    }

    private func reject(_ kind: String, _ layout: RowLayout) -> Never {
        fatalError(
            """
            \(layout.entity.name ?? "").\(name) is \(kind) in the model, but is accessed through \
            ManagedProperty<\(typeName)>. Give the handle the type of the property's values.
            """)
    }
}

extension PropertyHandle {
    /// A position and the layouts in which it holds: 32 bits of serial, 16 of offset, 16 of index.
    struct Place {
        let word: UInt64

        @inline(__always)
        init(word: UInt64) { self.word = word }

        init(serial: UInt32, offset: Int, index: Int) {
            word = UInt64(serial) << 32 | UInt64(offset) << 16 | UInt64(index)
        }

        /// The number of a layout or of a hierarchy; both are counted together, from 1.
        @inline(__always) var serial: UInt32 { UInt32(truncatingIfNeeded: word >> 32) }
        /// The index of the word in the row.
        @inline(__always) var offset: Int { Int(word >> 16 & 0xFFFF) }
        /// The index among the slots, or among the to-manys.
        @inline(__always) var index: Int { Int(word & 0xFFFF) }
    }
}

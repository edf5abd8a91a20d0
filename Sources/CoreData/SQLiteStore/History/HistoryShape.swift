import Foundation

/// How history names an entity's properties: a bit for each that can change, a column for each that
/// is preserved.
///
/// The bits are those of all stored attributes and relationships, inherited ones included, by name.
/// The first is the most significant bit of the first byte.
struct HistoryShape {
    /// The properties in the order of their bits.
    let properties: [NSPropertyDescription]
    /// The attributes whose values outlive their object, in the order of their columns.
    let preserved: [Slot]
    private let layout: RowLayout
    private let places: [String: Int]

    init(_ layout: RowLayout) {
        self.layout = layout
        properties = layout.entity.properties.filter { property in
            !property.isTransient
                && (property is NSAttributeDescription || property is NSRelationshipDescription)
        }.sorted { $0.name < $1.name }
        places = Dictionary(
            properties.enumerated().map { ($0.element.name, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        preserved = layout.storedSlots.filter { slot in
            guard let attribute = slot.property as? NSAttributeDescription else { return false }
            return attribute.preservesValueInHistoryOnDeletion
                && !attribute.allowsExternalBinaryDataStorage
        }.sorted { $0.name < $1.name }
    }

    /// The bits of the properties that an object's save changes.
    func columns(of object: NSManagedObject) -> [UInt8] {
        guard let details = object.details else { return columns(named: []) }
        var names: [String] = []
        for slot in layout.storedSlots where details.isDirty(slot.index) && !slot.isDerived {
            names.append(slot.propertyName)
        }
        for (index, toMany) in details.toManys.enumerated() where toMany.hasChanges {
            names.append(layout.relationships[layout.toManys[index]].name)
        }
        return columns(named: names)
    }

    func columns(named names: [String]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (properties.count + 7) / 8)
        for name in names {
            guard let place = places[name] else { continue }
            bytes[place / 8] |= 0x80 >> UInt8(place % 8)
        }
        return bytes
    }

    /// The properties of a set of bits, which may have been written for another count of them.
    func properties(of columns: UnsafeRawBufferPointer) -> Set<NSPropertyDescription> {
        var changed = Set<NSPropertyDescription>()
        for (place, property) in properties.enumerated() where place / 8 < columns.count {
            if columns[place / 8] & 0x80 >> UInt8(place % 8) != 0 { changed.insert(property) }
        }
        return changed
    }

    /// The values of an object's row that history keeps.
    func tombstone(of row: Row) -> [SQLBinding] {
        preserved.map { SQLBinding($0, of: row) }
    }
}

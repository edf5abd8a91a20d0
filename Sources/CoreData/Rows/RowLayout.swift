import Foundation
import Synchronization

/// The positions of an entity's values in a row, worked out once when its model is frozen.
///
/// The slots of a superentity come first, at the same words in every subentity, so that a typed
/// property of a superclass has a constant offset.
final class RowLayout: @unchecked Sendable {
    enum Property {
        case slot(Int)
        case toMany(Int)
        case fetched(Int)
        case composite(Int)
    }

    /// A default value as it stands in a row.
    struct WordDefault {
        let offset: Int
        let slot: Int
        let word: UInt64
    }

    let entity: NSEntityDescription
    let isAbstract: Bool
    /// `Z_ENT`: the entity's index in the model, plus one.
    let number: Int
    /// The number of the root entity, whose table holds the rows.
    let rootNumber: Int
    /// The number by which handles of typed properties recognise the layout; below, its
    /// hierarchy's.
    let serial: UInt32
    let hierarchySerial: UInt32
    let slots: ContiguousArray<Slot>
    /// The same slots as `slots`, for access by key.
    let places: ContiguousArray<Slot.Place>
    /// The slots with columns in the store, in their order.
    let storedSlots: ContiguousArray<Slot>
    /// The same slots as `storedSlots`, for loops over values.
    let storedPlaces: ContiguousArray<Slot.Place>
    /// The slots that stores do not keep.
    let transientSlots: ContiguousArray<Slot>
    /// The fetched properties, which have no values in rows.
    let fetchedProperties: ContiguousArray<NSFetchedPropertyDescription>
    /// The transient attributes of undefined type, whose values no row holds.
    let boxes: Set<String>
    /// The composite attributes; each of their elements has a slot, named by its path.
    let composites: ContiguousArray<CompositeLayout>
    /// The default values of new objects whose slots keep them in their word.
    let wordDefaults: ContiguousArray<WordDefault>
    /// The other default values of new objects: each row gets a record of its own.
    let recordDefaults: ContiguousArray<(slot: Slot, value: Any)>
    /// `ConcurrencyDebugging.isEnabled`, kept here because reading it calls `swift_once` each time.
    let checksQueues: Bool
    /// The slots whose words point into the arena.
    let recordSlots: ContiguousArray<Slot>
    let toOneSlots: ContiguousArray<Slot>
    /// The same slots as `toOneSlots`, for loops over values.
    let toOnePlaces: ContiguousArray<Slot.Place>
    let relationships: ContiguousArray<RelationshipLayout>
    /// The indexes of the to-manys in `relationships`.
    let toManys: ContiguousArray<Int>
    let nullWords: Int
    let firstOffset: Int
    let stride: Int
    /// The class that the model names, if it is known.
    let namedClass: ObjectClass
    /// The uniqueness constraints, the inherited ones first.
    let constraints: [UniquenessConstraint]
    /// The rules that the values must satisfy when they are saved.
    let validation: ValidationRules
    /// The home of objects without a context; set by the initializer alone.
    private(set) nonisolated(unsafe) var looseHome: ObjectHome!
    private let names: NameTable<Property>
    /// Those of the to-one slots and of the to-manys; `relationships` keeps them.
    private let relationshipsBySlot: ContiguousArray<Unmanaged<RelationshipLayout>?>
    private let unretainedToManys: ContiguousArray<Unmanaged<RelationshipLayout>>

    private static let serials = Atomic<UInt32>(0)

    static func nextSerial() -> UInt32 {
        serials.add(1, ordering: .relaxed).newValue
    }

    init(entity: NSEntityDescription, nullWords: Int, hierarchySerial: UInt32) {
        self.entity = entity
        isAbstract = entity.isAbstract
        self.hierarchySerial = hierarchySerial
        serial = Self.nextSerial()
        number = entity.index + 1
        let root = entity.root
        rootNumber = root.index + 1
        self.nullWords = nullWords
        firstOffset = Row.headerWords + nullWords
        var builder = SlotBuilder(firstOffset: firstOffset)
        for property in entity.properties { builder.add(property, of: entity) }
        slots = builder.slots
        places = ContiguousArray(builder.slots.map(Slot.Place.init))
        storedSlots = ContiguousArray(builder.slots.filter(\.isStored))
        storedPlaces = ContiguousArray(storedSlots.map(Slot.Place.init))
        recordSlots = ContiguousArray(builder.slots.filter(\.kind.isRecord))
        toOneSlots = ContiguousArray(builder.slots.filter { $0.kind == .toOne })
        toOnePlaces = ContiguousArray(toOneSlots.map(Slot.Place.init))
        transientSlots = ContiguousArray(builder.slots.filter(\.isTransient))
        relationships = builder.relationships
        toManys = ContiguousArray(
            builder.relationships.indices.filter {
                builder.relationships[$0].isToMany
            })
        stride = firstOffset + builder.slots.count
        fetchedProperties = builder.fetchedProperties
        boxes = builder.boxes
        composites = builder.composites
        names = NameTable(builder.names)
        let toOnes = builder.relationships.filter { !$0.isToMany }
        relationshipsBySlot = ContiguousArray(
            builder.slots.indices.map { index in
                toOnes.first { $0.slot == index }.map { .passUnretained($0) }
            })
        unretainedToManys = ContiguousArray(
            builder.relationships.filter(\.isToMany).map { .passUnretained($0) })
        let defaults = builder.slots.compactMap { slot in
            (slot.property as? NSAttributeDescription)?.defaultValue.map { (slot, $0) }
        }
        let words = defaults.map { slot, value in
            Row.word(of: value, slot.kind).map {
                WordDefault(offset: slot.offset, slot: slot.index, word: $0)
            }
        }
        wordDefaults = ContiguousArray(words.compactMap(\.self))
        recordDefaults = ContiguousArray(zip(defaults, words).filter { $1 == nil }.map(\.0))
        checksQueues = ConcurrencyDebugging.isEnabled
        namedClass = ObjectClass(named: entity.managedObjectClassName)
        constraints = UniquenessConstraint.all(of: entity, slots: slots)
        validation = ValidationRules(slots: slots, relationships: relationships)
        looseHome = ObjectHome(ofLoose: self)
    }

    /// The slot or to-many with this name; takes 8 ns for names of up to 15 bytes.
    @inline(__always)
    func property(named name: String) -> Property? {
        names[name]
    }

    /// The names of all properties, for messages.
    var propertyNames: [String] {
        slots.map(\.name) + toManys.map { relationships[$0].name }
    }

    func relationship(named name: String) -> RelationshipLayout? {
        unretainedRelationship(named: name)?.takeUnretainedValue()
    }

    /// A relationship, which the layout keeps: counting a reference for each would show.
    @inline(__always)
    func unretainedRelationship(named name: String) -> Unmanaged<RelationshipLayout>? {
        switch names[name] {
        case .slot(let index): relationshipsBySlot[index]
        case .toMany(let index): unretainedToManys[index]
        case .fetched, .composite, nil: nil
        }
    }

    /// The relationship of a to-many, which the layout keeps.
    @inline(__always)
    func unretainedRelationship(ofToMany index: Int) -> Unmanaged<RelationshipLayout> {
        unretainedToManys[index]
    }

    /// The relationship of a to-one slot.
    func relationship(ofSlot slot: Int) -> RelationshipLayout? {
        relationshipsBySlot[slot]?.takeUnretainedValue()
    }

    /// The name of the inverse of a to-one slot's relationship.
    @inline(__always)
    func inverseName(ofSlot slot: Int) -> String? {
        relationshipsBySlot[slot]?._withUnsafeGuaranteedRef { $0.inverseName }
    }
}

/// Collects slots and relationships in the order of the entity's properties.
private struct SlotBuilder {
    let firstOffset: Int
    var slots: ContiguousArray<Slot> = []
    var relationships: ContiguousArray<RelationshipLayout> = []
    var names: [(String, RowLayout.Property)] = []
    var fetchedProperties: ContiguousArray<NSFetchedPropertyDescription> = []
    var boxes: Set<String> = []
    var composites: ContiguousArray<CompositeLayout> = []
    private var toManyCount = 0

    init(firstOffset: Int) {
        self.firstOffset = firstOffset
    }

    mutating func add(_ property: NSPropertyDescription, of entity: NSEntityDescription) {
        if let composite = property as? NSCompositeAttributeDescription {
            names.append((composite.name, .composite(composites.count)))
            composites.append(
                CompositeLayout(
                    name: composite.name,
                    elements: addElements(of: composite, at: composite.name, in: composite)))
        } else if let attribute = property as? NSAttributeDescription {
            guard let kind = SlotKind(attribute.attributeType) else {
                boxes.insert(attribute.name)
                return
            }
            addSlot(property, kind: kind, entityColumn: nil)
        } else if let relationship = property as? NSRelationshipDescription {
            add(relationship)
        } else if let fetched = property as? NSFetchedPropertyDescription {
            names.append((fetched.name, .fetched(fetchedProperties.count)))
            fetchedProperties.append(fetched)
        }
    }

    private mutating func addElements(
        of part: NSCompositeAttributeDescription, at path: String,
        in composite: NSCompositeAttributeDescription
    ) -> [CompositeLayout.Element] {
        var elements: [CompositeLayout.Element] = []
        for element in part.elements {
            let path = "\(path).\(element.name)"
            if let inner = element as? NSCompositeAttributeDescription {
                elements.append(
                    .composite(
                        name: element.name, addElements(of: inner, at: path, in: composite)))
            } else if let kind = SlotKind(element.attributeType) {
                elements.append(.slot(name: element.name, slots.count))
                addSlot(element, kind: kind, entityColumn: nil, element: (path, composite))
            }
        }
        return elements
    }

    private mutating func add(_ relationship: NSRelationshipDescription) {
        guard let destination = relationship.destinationEntity else { return }
        var slot: Int?
        var toMany: Int?
        if relationship.isToMany {
            toMany = toManyCount
            names.append((relationship.name, .toMany(toManyCount)))
            toManyCount += 1
        } else {
            slot = slots.count
            // Without subentities the key alone identifies the destination: Apple's stores have no
            // column.
            let isPolymorphic = !destination.subentities.isEmpty
            addSlot(
                relationship, kind: .toOne,
                entityColumn: isPolymorphic
                    ? "Z\(destination.root.index + 1)_\(relationship.storeName)" : nil)
        }
        relationships.append(
            RelationshipLayout(relationship, slot: slot, toManyIndex: toMany))
    }

    private mutating func addSlot(
        _ property: NSPropertyDescription, kind: SlotKind, entityColumn: String?,
        element: (name: String, composite: NSPropertyDescription)? = nil
    ) {
        names.append((element?.name ?? property.name, .slot(slots.count)))
        slots.append(
            Slot(
                property, kind: kind, index: slots.count, offset: firstOffset + slots.count,
                entityColumn: entityColumn, element: element))
    }
}

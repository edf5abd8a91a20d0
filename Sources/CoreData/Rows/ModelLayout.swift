import Foundation
import Synchronization

/// The layouts of a frozen model's entities, by `Z_ENT`.
///
/// A frozen model owns its layout. Coordinators and `HeldEntities` keep the model itself.
final class ModelLayout: Anchored, @unchecked Sendable {
    let anchor = Anchor()
    /// Unowned: the model keeps the layout, and could never be freed if the layout kept the model.
    unowned let model: NSManagedObjectModel
    private let layouts: ContiguousArray<RowLayout>
    /// Whether some entity has properties that stores do not keep.
    let hasTransients: Bool
    /// Whether some entity has unique values.
    let hasConstraints: Bool
    private let numbers: NameTable<Int>
    /// The layouts by class, for the classes that were found when the model was frozen.
    let byClass: [ObjectIdentifier: [RowLayout]]
    /// The layouts whose classes were not found then.
    let unfound: [RowLayout]

    /// The model as stores keep it, once a new store has asked for it.
    private let archived = Mutex<Data?>(nil)

    /// Serializes `of(_:)`: of two layouts of one model, the one that is let go of would part the
    /// entities from the other.
    ///
    /// Held while a model is frozen and laid out; code under it waits for no more than `freeze()`.
    private static let making = Mutex(())

    /// The layout of a model; the first call makes it, and freezes the model.
    static func of(_ model: NSManagedObjectModel) -> ModelLayout {
        making.withLock { _ in
            if let layout = model.derived as? ModelLayout { return layout }
            model.freeze()
            let layout = ModelLayout(model)
            model.derived = layout
            return layout
        }
    }

    private init(_ model: NSManagedObjectModel) {
        self.model = model
        let entities = model.entities.sorted { $0.index < $1.index }
        precondition(
            entities.count <= ObjectKey.highestEntity,
            "the model has \(entities.count) entities; \(ObjectKey.highestEntity) can be numbered"
        )
        // One width of null words for a whole hierarchy keeps inherited slots at one offset.
        var widest: [Int: Int] = [:]
        for entity in entities {
            widest[entity.root.index] = max(
                widest[entity.root.index] ?? 1, (entity.properties.count + 63) / 64)
        }
        let serials = widest.mapValues { _ in RowLayout.nextSerial() }
        layouts = ContiguousArray(
            entities.map {
                RowLayout(
                    entity: $0, nullWords: widest[$0.root.index]!,
                    hierarchySerial: serials[$0.root.index]!)
            })
        numbers = NameTable(layouts.map { ($0.entity.name ?? "", $0.number) })
        hasTransients = layouts.contains { !$0.transientSlots.isEmpty }
        hasConstraints = layouts.contains { !$0.constraints.isEmpty }
        unfound = layouts.filter { $0.namedClass.isMissing }
        byClass = Dictionary(grouping: layouts.filter { !$0.namedClass.isMissing }) {
            ObjectIdentifier($0.objectClass)
        }
        for layout in layouts { layout.entity.derived = layout }
        anchor.lead(to: self)
    }

    /// Parts each entity from its layout: they keep each other while the model's layout is in use.
    deinit {
        anchor.letGo()
        for layout in layouts { layout.entity.derived = nil }
    }

    /// The model's archive, encoded at the first call: a frozen model does not change.
    ///
    /// - Throws: the error of `ModelArchive.encode`.
    func archive() throws -> Data {
        try archived.withLock { archived in
            if let archived { return archived }
            let archive = try ModelArchive.encode(model)
            archived = archive
            return archive
        }
    }

    var all: ContiguousArray<RowLayout> { layouts }
    var count: Int { layouts.count }

    subscript(number: Int) -> RowLayout { layouts[number - 1] }

    func contains(_ layout: RowLayout) -> Bool {
        layout.number <= count && self[layout.number] === layout
    }

    func layout(named name: String) -> RowLayout? {
        guard let number = numbers[name] else { return nil }
        return self[number]
    }

    /// The layouts of the entity and of all its subentities.
    func family(of layout: RowLayout) -> [RowLayout] {
        layouts.filter { $0 === layout || $0.entity.isKindOf(entity: layout.entity) }
    }
}

extension NSEntityDescription {
    /// The layout of the entity; the first use freezes its model.
    var layout: RowLayout {
        withLayout { $0 }
    }

    /// Calls a closure with the layout, and counts no reference to it: the entity keeps it.
    @inline(__always)
    func withLayout<Result>(_ body: (RowLayout) -> Result) -> Result {
        if derived == nil { _ = ModelLayout.of(managedObjectModel) }
        // Only `ModelLayout` sets this property; a checked cast would show in every new object.
        let pointer = Unmanaged.passUnretained(derived!).toOpaque()
        return Unmanaged<RowLayout>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
    }
}

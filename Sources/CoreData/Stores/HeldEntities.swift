import Foundation

/// The entities whose objects may lie in a store: the ones of its configuration.
struct HeldEntities: @unchecked Sendable {
    let model: ModelLayout
    /// Kept, because a layout does not keep its model.
    let managedObjectModel: NSManagedObjectModel
    /// The entities in the order of their numbers.
    let layouts: [RowLayout]
    /// The root entities whose tables the store has, whether the configuration has them or not.
    let roots: [RowLayout]
    /// By `Z_ENT`; a table for the hot path.
    private let isHeld: ContiguousArray<Bool>
    private let isRoot: ContiguousArray<Bool>

    /// - Parameter configuration: a configuration of the model; `nil` for all entities.
    init(_ model: ModelLayout, configuration: String?) {
        let name = configuration == NSManagedObjectModel.defaultConfiguration ? nil : configuration
        self.init(model, model.model.entities(forConfigurationName: name) ?? [])
    }

    /// The entities with the given names; names that the model lacks are ignored.
    init(_ model: ModelLayout, named names: Set<String>) {
        self.init(model, model.model.entities.filter { names.contains($0.name ?? "") })
    }

    private init(_ model: ModelLayout, _ entities: [NSEntityDescription]) {
        self.model = model
        managedObjectModel = model.model
        var isHeld = ContiguousArray(repeating: false, count: model.count + 1)
        var isRoot = isHeld
        for entity in entities {
            isHeld[entity.layout.number] = true
            isRoot[entity.layout.rootNumber] = true
        }
        self.isHeld = isHeld
        self.isRoot = isRoot
        layouts = model.all.filter { isHeld[$0.number] }
        roots = model.all.filter { isRoot[$0.number] }
    }

    /// Whether the store holds all entities of the model.
    var isComplete: Bool { layouts.count == model.count }

    @inline(__always)
    func contains(_ layout: RowLayout) -> Bool { isHeld[layout.number] }

    /// Whether the store has a table for the rows of an entity's hierarchy.
    func hasTable(of layout: RowLayout) -> Bool { isRoot[layout.rootNumber] }

    /// The entity and its subentities, without those that the store does not hold.
    func family(of layout: RowLayout) -> [RowLayout] {
        model.family(of: layout).filter(contains)
    }

    /// Whether both ends of a relationship lie in the store.
    func holdsDestination(of relationship: RelationshipLayout) -> Bool {
        hasTable(of: model[relationship.destinationEntity])
    }

    /// The join tables of relationships without an inverse that lead to an entity, whose objects do
    /// not know of them.
    func oneWayTables(to layout: RowLayout) -> [JoinTable] {
        var seen = Set<String>()
        return layouts.flatMap(\.relationships).compactMap { relationship in
            let description = relationship.description
            guard description.isToMany, description.inverseRelationship == nil,
                let destination = description.destinationEntity,
                layout.entity.isKindOf(entity: destination), holdsDestination(of: relationship),
                let table = JoinTable(description), seen.insert(table.name).inserted
            else { return nil }
            return table
        }
    }

    /// The version hashes of the entities by their names.
    var versionHashes: [String: Data] {
        StoreMetadata.hashes(of: layouts.map(\.entity))
    }
}

import Foundation

/// The mapping of one version of a model to another, inferred from the two.
///
/// Corresponding entities and properties have the same name, or the newer one's renaming identifier
/// names the older one. The inference refuses every ambiguous or lossy change, and reports all
/// reasons at once.
struct InferredMapping {
    /// The mapping to one destination entity.
    struct EntityMapping {
        let destination: RowLayout
        /// The former entity; `nil` for a new one.
        let source: RowLayout?
        /// For each slot that the destination stores, the source's; `nil` for a new one.
        let slots: [(destination: Slot, source: Slot?)]
    }

    let source: ModelLayout
    let destination: ModelLayout
    /// One for each destination entity, in their order.
    let entities: [EntityMapping]
    /// For each destination entity, by number, the source entity's number; 0 for none.
    private let sources: [Int]

    /// - Throws: 134190 with all reasons why the mapping cannot be inferred.
    init(from source: ModelLayout, to destination: ModelLayout) throws {
        var matcher = EntityMatcher(source, destination)
        let pairs = matcher.pairs()
        var reasons = matcher.reasons
        let sources = [0] + destination.all.map { pairs[$0.number]?.number ?? 0 }
        var entities: [EntityMapping] = []
        for layout in destination.all {
            let match = PropertyMatcher(
                source: pairs[layout.number], destination: layout, sourceModel: source,
                sources: sources)
            entities.append(match.mapping(&reasons))
        }
        guard reasons.isEmpty else {
            throw CoreDataError.cannotInferMapping(reasons)
        }
        self.source = source
        self.destination = destination
        self.entities = entities
        self.sources = sources
    }

    /// The destination of a source entity; `nil` for a dropped one.
    func destination(of layout: RowLayout) -> RowLayout? {
        sources.firstIndex(of: layout.number).flatMap { $0 == 0 ? nil : destination[$0] }
    }

    /// The source of a destination's relationship; `nil` for a new one.
    func source(of relationship: NSRelationshipDescription) -> NSRelationshipDescription? {
        let number = sources[relationship.entity.layout.number]
        guard number != 0 else { return nil }
        return Self.counterpart(of: relationship, in: source[number].entity)
            as? NSRelationshipDescription
    }

    /// Whether the mapping drops an entity, so that references to its objects must be cleared.
    var dropsEntities: Bool {
        source.all.contains { destination(of: $0) == nil }
    }

    /// Whether the mapping drops an entity that a store holds, or a property that it stores.
    func dropsProperties(of held: HeldEntities) -> Bool {
        held.layouts.contains { former in
            guard !former.entity.isAbstract else { return false }
            guard let entity = destination(of: former)?.entity else { return true }
            let kept = entity.properties.compactMap {
                Self.counterpart(of: $0, in: former.entity, for: entity)
            }
            return former.entity.properties.contains { property in
                !property.isTransient && !(property is NSFetchedPropertyDescription)
                    && !kept.contains { $0 === property }
            }
        }
    }

    /// The property of an older entity that corresponds to a newer one.
    ///
    /// One that has kept both its name and its identifier is the same, whatever others are called:
    /// a new property may have the name that a renamed one had before.
    ///
    /// - Parameter newer: the entity whose property it is, if a parent entity declares it.
    static func counterpart(
        of property: NSPropertyDescription, in entity: NSEntityDescription,
        for newer: NSEntityDescription? = nil
    ) -> NSPropertyDescription? {
        if let same = kept(property, in: entity) { return same }
        let newer = newer ?? property.entity
        let name = identifier(of: property)
        // Renamed before, and again now.
        let heir = entity.properties.first { former in
            former.renamingIdentifier == name && former.name != name
                && kept(former, in: newer) == nil
        }
        guard let named = entity.propertiesByName[name] else { return heir }
        return kept(named, in: newer) == nil ? named : heir ?? named
    }

    private static func kept(
        _ property: NSPropertyDescription, in other: NSEntityDescription?
    ) -> NSPropertyDescription? {
        other?.propertiesByName[property.name].flatMap {
            identifier(of: $0) == identifier(of: property) ? $0 : nil
        }
    }

    private static func identifier(of property: NSPropertyDescription) -> String {
        property.renamingIdentifier ?? property.name
    }
}

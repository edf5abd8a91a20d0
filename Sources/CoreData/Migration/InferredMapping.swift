import Foundation

/// How the objects of one version of a model become those of another, worked out from the two.
///
/// What corresponds has the same name, or the newer one's renaming identifier names the older one.
/// Everything that this cannot carry over without a doubt is refused, with all reasons at once.
struct InferredMapping {
    /// What becomes of the objects of one destination entity.
    struct EntityMapping {
        let destination: RowLayout
        /// `nil` for an entity that is new.
        let source: RowLayout?
        /// For the slots that the destination stores, the source's; `nil` for a new one.
        let slots: [(destination: Slot, source: Slot?)]
    }

    let source: ModelLayout
    let destination: ModelLayout
    /// One for each destination entity, in their order.
    let entities: [EntityMapping]
    /// The source's entity that became each destination entity, by number; 0 for none.
    private let sources: [Int]

    /// - Throws: 134190 with every reason why the destination does not follow from the source.
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

    /// What a source entity became, by number; `nil` for one that is gone.
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

    /// Whether objects of some entity are dropped, so that references to them must go too.
    var dropsEntities: Bool {
        source.all.contains { destination(of: $0) == nil }
    }

    /// The property of an older entity that corresponds to one of a newer.
    static func counterpart(
        of property: NSPropertyDescription, in entity: NSEntityDescription
    ) -> NSPropertyDescription? {
        let name = property.renamingIdentifier ?? property.name
        return entity.propertiesByName[name]
            ?? entity.properties.first { $0.renamingIdentifier == name }
    }
}

/// An entity's properties, inherited ones first, in the forms in which they are asked for.
struct PropertyTable {
    /// The superentity's properties and then the entity's own, each in the order of declaration.
    let all: [NSPropertyDescription]
    let byName: [String: NSPropertyDescription]
    let attributesByName: [String: NSAttributeDescription]
    let relationshipsByName: [String: NSRelationshipDescription]

    init(_ entity: NSEntityDescription) {
        all = entity.properties
        // A name that occurs twice is the validator's to refuse; here the later one wins.
        byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        attributesByName = byName.compactMapValues { $0 as? NSAttributeDescription }
        relationshipsByName = byName.compactMapValues { $0 as? NSRelationshipDescription }
    }
}

/// An entity's properties, inherited ones first, as a list and by name.
struct PropertyTable {
    /// The superentity's properties and then the entity's own, each in the order of declaration.
    let all: [NSPropertyDescription]
    let byName: [String: NSPropertyDescription]
    let attributesByName: [String: NSAttributeDescription]
    let relationshipsByName: [String: NSRelationshipDescription]

    init(_ entity: NSEntityDescription) {
        all = entity.properties
        // The validator refuses a name that occurs twice; here the later property wins.
        byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        attributesByName = byName.compactMapValues { $0 as? NSAttributeDescription }
        relationshipsByName = byName.compactMapValues { $0 as? NSRelationshipDescription }
    }
}

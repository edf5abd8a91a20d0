import CoreData

extension OwnContent {
    /// The content with the relationships marked whose order the model keeps.
    ///
    /// A model that cannot be read keeps none: loading it fails with the reason.
    func ordered(as file: WorkloadFile) -> OwnContent {
        guard let model = NSManagedObjectModel(contentsOf: file.url) else { return self }
        var content = self
        for (place, entity) in entities.enumerated() {
            guard let found = model.entitiesByName[entity.name]?.relationshipsByName else {
                continue
            }
            for (index, partner) in entity.partners.enumerated() {
                let isOrdered = found[partner.name]?.isOrdered == true
                content.entities[place].partners[index].isOrdered = isOrdered
            }
            for (index, parts) in entity.parts.enumerated() {
                let isOrdered = found[parts.name]?.isOrdered == true
                content.entities[place].parts[index].isOrdered = isOrdered
            }
        }
        return content
    }
}

import CoreData

extension OwnContent {
    /// The content with what only the model knows: which relationships keep their order, how a part
    /// knows its object, and which attributes must have a value.
    ///
    /// A model that cannot be read keeps none: loading it fails with the reason.
    func fitted(to file: WorkloadFile) -> OwnContent {
        guard let model = NSManagedObjectModel(contentsOf: file.url) else { return self }
        var content = self
        for (place, entity) in entities.enumerated() {
            guard let description = model.entitiesByName[entity.name] else { continue }
            let found = description.relationshipsByName
            for (index, attribute) in entity.attributes.enumerated() {
                let found = description.attributesByName[attribute.name]
                content.entities[place].attributes[index].isRequired = found?.isOptional == false
                content.entities[place].attributes[index].isFloat =
                    found?.attributeType == .floatAttributeType
                guard attribute.isEdit else { continue }
                content.entities[place].attributes[index].initial = OwnValue(
                    object: found?.defaultValue, attribute.kind)
            }
            for (index, partner) in entity.partners.enumerated() {
                let isOrdered = found[partner.name]?.isOrdered == true
                content.entities[place].partners[index].isOrdered = isOrdered
            }
            for (index, parts) in entity.parts.enumerated() {
                guard let found = found[parts.name] else { continue }
                content.entities[place].parts[index].isOrdered = found.isOrdered
                content.entities[place].parts[index].inverse = found.inverseRelationship?.name ?? ""
            }
        }
        return content
    }
}

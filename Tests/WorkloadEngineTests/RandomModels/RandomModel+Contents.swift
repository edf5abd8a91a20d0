extension RandomModel {
    /// The model as Xcode writes it into `contents`.
    var contents: String {
        let entities = entities.map(Self.element).joined()
        let composites = composites.map { composite in
            "<composite name=\"\(composite.name)\">\n"
                + composite.attributes.map(Self.element).joined() + "</composite>\n"
        }.joined()
        return """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            \(entities)\(elements.joined())\(composites)</model>

            """
    }

    private static func element(_ entity: Entity) -> String {
        var text = "<entity name=\"\(entity.name)\""
        if let parent = entity.parent { text += " parentEntity=\"\(parent)\"" }
        if entity.isAbstract { text += " isAbstract=\"YES\"" }
        text += entity.details + ">\n"
        for attribute in entity.attributes { text += element(attribute) }
        for relationship in entity.relationships { text += element(relationship) }
        for element in entity.elements { text += element }
        if !entity.constraints.isEmpty {
            let groups = entity.constraints.map { names in
                let values = names.map { "<constraint value=\"\($0)\"/>" }.joined()
                return "<uniquenessConstraint>\(values)</uniquenessConstraint>\n"
            }
            text += "<uniquenessConstraints>\n\(groups.joined())</uniquenessConstraints>\n"
        }
        return text + "</entity>\n"
    }

    private static func element(_ attribute: Attribute) -> String {
        let optional = attribute.isOptional ? " optional=\"YES\"" : ""
        return "<attribute name=\"\(attribute.name)\"\(optional)"
            + " attributeType=\"\(attribute.type)\"\(attribute.details)/>\n"
    }

    private static func element(_ relationship: Relationship) -> String {
        var text = "<relationship name=\"\(relationship.name)\""
        if relationship.isOptional { text += " optional=\"YES\"" }
        if relationship.isToMany {
            text += " toMany=\"YES\"" + relationship.counts
        } else {
            text += " maxCount=\"1\""
        }
        if relationship.isOrdered { text += " ordered=\"YES\"" }
        text += " deletionRule=\"\(relationship.deleteRule)\""
        text += " destinationEntity=\"\(relationship.destination)\""
        if let inverse = relationship.inverse {
            text += " inverseName=\"\(inverse)\" inverseEntity=\"\(relationship.destination)\""
        }
        return text + "/>\n"
    }
}

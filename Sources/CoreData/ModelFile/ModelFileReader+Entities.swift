extension ModelFileReader {
    /// Makes the entities, without properties and references between them.
    mutating func readEntities() throws {
        for element in root.children("entity") {
            let entity = NSEntityDescription()
            let name = try required("name", of: element)
            if self.entity(named: name) != nil {
                throw ModelFileError.contradiction(
                    element, at: "name", path, "There are two entities named \(name).",
                    "Rename one of them.")
            }
            entity.name = name
            // Xcode writes an empty name for a cleared class.
            if let className = element["representedClassName"], !className.isEmpty {
                entity.managedObjectClassName = className
            }
            entity.isAbstract = try flag("isAbstract", of: element)
            entity.renamingIdentifier = element["elementID"]
            entity.versionHashModifier = element["versionHashModifier"]
            entity.userInfo = try userInfo(of: element)
            note(entity, from: element)
            entities.append((entity, element))
        }
    }

    /// Gives every entity its subentities, in the order of the file.
    func readHierarchy() throws {
        var subentities: [String: [NSEntityDescription]] = [:]
        for (entity, element) in entities {
            guard let parent = element["parentEntity"] else { continue }
            guard self.entity(named: parent) != nil else {
                throw ModelFileError.unknownName(
                    "parentEntity", of: element, path, "entity", among: entityNames)
            }
            try requireNoCircle(element)
            subentities[parent, default: []].append(entity)
        }
        for (entity, _) in entities { entity.subentities = subentities[entity.name!] ?? [] }
    }

    /// Refuses an entity that inherits from itself, directly or indirectly.
    private func requireNoCircle(_ element: ModelElement) throws {
        let parents = Dictionary(
            uniqueKeysWithValues: entities.map { ($0.element["name"]!, $0.element["parentEntity"]) }
        )
        let name = element["name"]!
        var seen: Set<String> = []
        var ancestor = element["parentEntity"]
        while let next = ancestor, seen.insert(next).inserted {
            if next == name {
                throw ModelFileError.contradiction(
                    element, at: "parentEntity", path, "\(name) inherits from itself.",
                    "Take one of the entities in the circle out of it.")
            }
            ancestor = parents[next] ?? nil
        }
    }

    /// Reads the properties of an entity, in the order of the file.
    mutating func readProperties(of entity: NSEntityDescription, _ element: ModelElement) throws {
        var properties: [NSPropertyDescription] = []
        for child in element.children {
            switch child.name {
            case "attribute": properties.append(try readAttribute(child))
            case "relationship": properties.append(try readRelationship(child))
            case "fetchedProperty": properties.append(try readFetchedProperty(child))
            default: continue
            }
            note(properties.last!, from: child)
        }
        entity.properties = properties
    }

    /// Reads the common part of all kinds of properties.
    func readCommon(_ element: ModelElement, into property: NSPropertyDescription) throws {
        property.name = try required("name", of: element)
        property.isOptional = try flag("optional", of: element)
        property.isTransient = try flag("transient", of: element)
        property.renamingIdentifier = element["elementID"]
        property.versionHashModifier = element["versionHashModifier"]
        property.userInfo = try userInfo(of: element)
    }

    private mutating func readFetchedProperty(_ element: ModelElement) throws
        -> NSFetchedPropertyDescription
    {
        let property = NSFetchedPropertyDescription()
        try readCommon(element, into: property)
        guard let request = element.children("fetchRequest").first else {
            throw ModelFileError.contradiction(
                element, at: nil, path, "\(element.title) has no fetchRequest.",
                "Add the element fetchRequest with its entity and predicate.")
        }
        property.template = try readTemplate(request)
        return property
    }
}

extension ModelFileReader {
    /// Reads the configurations.
    func readConfigurations() throws {
        for element in root.children("configuration") {
            let members = try element.children("memberEntity").map { member in
                guard let entity = entity(named: try required("name", of: member)) else {
                    throw ModelFileError.unknownName(
                        "name", of: member, path, "entity", among: entityNames)
                }
                return entity
            }
            model.setEntities(members, forConfigurationName: try required("name", of: element))
        }
    }

    /// Reads the fetch request templates.
    func readTemplates() throws {
        for element in root.children("fetchRequest") {
            let name = try required("name", of: element)
            model.fetchRequestTemplates[name] = try readTemplate(element)
        }
    }

    /// Reads one fetch request, of a model or of a fetched property.
    func readTemplate(_ element: ModelElement) throws -> FetchTemplate {
        let entity = try required("entity", of: element)
        guard self.entity(named: entity) != nil else {
            throw ModelFileError.unknownName(
                "entity", of: element, path, "entity", among: entityNames)
        }
        return FetchTemplate(
            entityName: entity,
            predicateFormat: element["predicateString"],
            fetchLimit: try count("fetchLimit", of: element) ?? 0,
            fetchBatchSize: try count("fetchBatchSize", of: element) ?? 0,
            resultType: UInt(try count("resultType", of: element) ?? 0),
            includesSubentities: try flag("includeSubentities", of: element, default: true),
            includesPropertyValues: try flag("includePropertyValues", of: element, default: true),
            includesPendingChanges: try flag("includesPendingChanges", of: element, default: true),
            returnsObjectsAsFaults: try flag("returnObjectsAsFaults", of: element, default: true),
            returnsDistinctResults: try flag("returnDistinctResults", of: element))
    }
}

import CoreData
import Documents

/// The entities and properties that the operations use, as the model Atlas has them.
///
/// An importer's workload names two of the entities itself. A model of one's own serves as well
/// when it has entities with these properties.
package struct AtlasSchema: Sendable, Hashable {
    package let city: String
    package let country: String
    package let alternateName = "AlternateName"
    package let noteEntity = "Note"

    /// An entity and the properties that the operations use.
    private struct Need {
        var entity: String
        /// The position of the entity's name in the workload; `nil` if the lab names it.
        var position: Position?
        var attributes: [String]
        /// Relationships with the entity that they lead to.
        var relationships: [(name: String, destination: String)] = []
    }

    init(_ workload: Workload) {
        city = workload.importer?.entity ?? "City"
        country = workload.importer?.findOrCreate ?? "Country"
    }

    /// Makes sure that a model has the entities and properties that the workload's operations use.
    ///
    /// - Throws: `WorkloadError` that names the missing one, and the nearest one that exists.
    func check(_ model: NSManagedObjectModel, for workload: Workload) throws {
        let entities = model.entitiesByName
        let needs = needs(of: workload)
        for need in needs where entities[need.entity] == nil {
            throw WorkloadError.invalidModel(
                "the model \(workload.model.path) has no entity “\(need.entity)”",
                at: need.position ?? workload.model.position,
                remedy: NearestName.remedy(
                    for: need.entity, among: entities.keys.sorted(), what: "its entities are"))
        }
        for need in needs {
            try check(entities[need.entity]!, against: need, in: workload)
        }
    }

    private func check(
        _ entity: NSEntityDescription, against need: Need, in workload: Workload
    ) throws {
        let owner = "the entity \(need.entity) of \(workload.model.path)"
        let position = need.position ?? workload.model.position
        for attribute in need.attributes where entity.attributesByName[attribute] == nil {
            throw WorkloadError.invalidModel(
                "\(owner) has no attribute “\(attribute)”", at: position,
                remedy: NearestName.remedy(
                    for: attribute, among: entity.attributesByName.keys.sorted(),
                    what: "its attributes are"))
        }
        for (name, destination) in need.relationships
        where entity.relationshipsByName[name]?.destinationEntity?.name != destination {
            throw WorkloadError.invalidModel(
                "\(owner) has no relationship “\(name)” to \(destination)", at: position,
                remedy: "add it to the model, with its inverse")
        }
    }

    private func needs(of workload: Workload) -> [Need] {
        var needs: [Need] = []
        let fetches = workload.ui.map { ui in ui.mix.contains { $0.kind.readsImported } }
        if workload.importer != nil || fetches == true {
            needs += [
                Need(
                    entity: city, position: workload.importer?.entityPosition,
                    attributes: [
                        "geonameID", "name", "admin1", "latitude", "longitude", "population",
                        "timezone",
                    ],
                    relationships: [("country", country), ("alternateNames", alternateName)]),
                Need(
                    entity: country, position: workload.importer?.findOrCreatePosition,
                    attributes: [
                        "code", "name", "continent", "capital", "population", "areaKm2",
                        "currency", "languages",
                    ],
                    relationships: [("cities", city)]),
                Need(
                    entity: alternateName, attributes: ["name", "position"],
                    relationships: [("city", city)]),
            ]
        }
        let adds = workload.ui.map { $0.weight(of: .add) > 0 } ?? false
        if adds || workload.phases.contains(where: { $0.notes > 0 }) {
            needs.append(
                Need(
                    entity: noteEntity,
                    attributes: ["number", "title", "text", "revision", "changedAt"]))
        }
        return needs
    }
}

extension Workload {
    /// Reads the model and checks it against the roles.
    ///
    /// - Throws: `WorkloadError` if the model cannot be read, or lacks something that the
    ///   operations use.
    package func loadModel() throws -> NSManagedObjectModel {
        guard let model = NSManagedObjectModel(contentsOf: self.model.url) else {
            throw WorkloadError.invalidModel(
                "the model \(self.model.path) cannot be read", at: self.model.position,
                remedy: "give it a folder that Xcode wrote, with the ending .xcdatamodeld")
        }
        // The model's classes belong to an app; the lab does not have them.
        model.usePlainObjects()
        if let content {
            try ContentCheck(content, ContentUse(self), model: model, named: self.model.path)
                .check()
        } else {
            try AtlasSchema(self).check(model, for: self)
        }
        return model
    }
}

import CoreData
import Results

/// What of a workload's model a run does without, or keeps otherwise than an app's store.
package enum ModelGaps {
    /// All of it, the largest effects first.
    ///
    /// - Throws: `WorkloadError` if the model cannot be read.
    package static func all(of workload: Workload) throws -> [ModelGapRecord] {
        guard let model = NSManagedObjectModel(contentsOf: workload.model.url) else {
            // The same error as before a run.
            _ = try workload.loadModel()
            return []
        }
        return all(of: model, content: workload.content)
    }

    /// The same of a model and the content of a workload.
    package static func all(
        of model: NSManagedObjectModel, content: OwnContent
    ) -> [ModelGapRecord] {
        let entities = model.entities.sorted { ($0.name ?? "") < ($1.name ?? "") }
        let use = Use(content, of: entities)
        return properties(of: entities) + objects(of: entities, use)
    }

    /// What a workload's content gives values to, an entity's own properties or inherited ones.
    private struct Use {
        private let entities: [(description: NSEntityDescription, names: Set<String>)]

        init(_ content: OwnContent, of descriptions: [NSEntityDescription]) {
            entities = content.entities.compactMap { entity in
                descriptions.first { $0.name == entity.name }.map { description in
                    let names =
                        entity.attributes.map(\.name) + entity.partners.map(\.name)
                        + entity.parts.map(\.name)
                    return (description, Set(names))
                }
            }
        }

        /// Whether there are objects of the entity or of one that inherits from it.
        func has(_ entity: NSEntityDescription) -> Bool {
            entities.contains { $0.description.isKindOf(entity: entity) }
        }

        func fills(_ property: NSPropertyDescription) -> Bool {
            entities.contains { entity in
                entity.description.isKindOf(entity: property.entity)
                    && entity.names.contains(property.name)
            }
        }
    }

    /// Properties that no store of the lab has, or has otherwise.
    private static func properties(of entities: [NSEntityDescription]) -> [ModelGapRecord] {
        func attributes(_ isMeant: (NSAttributeDescription) -> Bool) -> [String] {
            names(of: entities) { ($0 as? NSAttributeDescription).map(isMeant) ?? false }
        }
        return [
            gap(
                attributes { $0.attributeType == .compositeAttributeType },
                "composite, and has no value here",
                "rows are narrower here, and saves and fetches cost less"),
            gap(
                attributes { $0.attributeType == .transformableAttributeType },
                "transformable, and has no value here",
                "coding it costs nothing here, and rows are narrower"),
            gap(
                names(of: entities) { $0 is NSFetchedPropertyDescription },
                "fetched, and no operation reads it",
                "what the app fetches through it costs nothing here"),
            gap(
                attributes(\.preservesValueInHistoryOnDeletion),
                "kept in persistent history after a deletion, and no history is kept",
                "a save writes less here"),
        ].compactMap(\.self)
    }

    /// What the content leaves out, and the code that is the app's.
    private static func objects(
        of entities: [NSEntityDescription], _ use: Use
    ) -> [ModelGapRecord] {
        let classes = entities.filter { entity in
            let name = entity.managedObjectClassName ?? ""
            return !name.isEmpty && name != "NSManagedObject"
        }.compactMap(\.name)
        let unused = entities.filter { !$0.isAbstract && !use.has($0) }
        let present = entities.filter(use.has)
        let bare = names(of: present) { property in
            guard let attribute = property as? NSAttributeDescription else { return false }
            return !attribute.isTransient && !(attribute is NSDerivedAttributeDescription)
                && !use.fills(attribute)
                && ![.compositeAttributeType, .transformableAttributeType]
                    .contains(attribute.attributeType)
        }
        let empty = names(of: present) { property in
            guard let relationship = property as? NSRelationshipDescription else { return false }
            return !use.fills(relationship)
                && !(relationship.inverseRelationship.map(use.fills) ?? false)
        }
        return [
            gap(
                unused.compactMap(\.name), "has no objects",
                "the store is smaller than the app's, and merges and fetches of it are not measured"
            ),
            gap(
                empty, "always empty",
                "joins, faults, delete rules and inverse updates of it cost nothing here"),
            gap(
                bare, "left out of content, and has the model's default in every object",
                "rows are narrower here"),
            gap(
                classes,
                "objects are plain managed objects, without the code of the app's classes",
                "validation, awakening and what the classes do at a save cost nothing here"),
        ].compactMap(\.self)
    }

    /// The entities' own properties of a kind, as `Entity.property`.
    private static func names(
        of entities: [NSEntityDescription], _ isMeant: (NSPropertyDescription) -> Bool
    ) -> [String] {
        entities.flatMap { entity in
            let inherited = Set((entity.superentity?.properties ?? []).map(\.name))
            return entity.properties.filter { !inherited.contains($0.name) && isMeant($0) }
                .map { "\(entity.name ?? "").\($0.name)" }.sorted()
        }
    }

    private static func gap(_ parts: [String], _ treatment: String, _ effect: String)
        -> ModelGapRecord?
    {
        parts.isEmpty ? nil : ModelGapRecord(parts: parts, treatment: treatment, effect: effect)
    }
}

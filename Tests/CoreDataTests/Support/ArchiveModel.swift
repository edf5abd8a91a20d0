import CoreData
import Testing

/// The first version of a model, and changes that make further versions of it.
///
///     Person ←──→→ Note ←←──→→ Label        Report inherits from Note
enum ArchiveModel {
    static func make(_ change: (Editor) throws -> Void = { _ in }) rethrows -> NSManagedObjectModel
    {
        let person = ModelSamples.entity(
            "Person", [text("name"), optional("age", .integer64AttributeType)])
        let note = ModelSamples.entity(
            "Note",
            [optional("text", .stringAttributeType), optional("size", .doubleAttributeType)])
        let report = ModelSamples.entity("Report", [optional("code", .integer32AttributeType)])
        note.subentities = [report]
        let label = ModelSamples.entity("Label", [optional("name", .stringAttributeType)])
        ModelSamples.join(person, "notes", maxCount: 0, note, "owner", maxCount: 1)
        ModelSamples.join(note, "labels", maxCount: 0, label, "notes", maxCount: 0)
        // A to-one whose destination has subentities: its entity has a column.
        ModelSamples.join(label, "sample", maxCount: 1, note, "sampleOf", maxCount: 0)
        for entity in [person, note, label] {
            for property in entity.properties where property is NSRelationshipDescription {
                property.isOptional = true
            }
        }
        let model = ModelSamples.model([person, note, report, label])
        try change(Editor(model: model))
        return model
    }

    static func text(_ name: String) -> NSAttributeDescription {
        ModelSamples.attribute(name, .stringAttributeType)
    }

    static func optional(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = ModelSamples.attribute(name, type)
        attribute.isOptional = true
        return attribute
    }

    /// Changes a model by name.
    struct Editor {
        let model: NSManagedObjectModel

        func entity(_ name: String) throws -> NSEntityDescription {
            try #require(model.entitiesByName[name])
        }

        func attribute(_ entity: String, _ name: String) throws -> NSAttributeDescription {
            try #require(try self.entity(entity).attributesByName[name])
        }

        func relationship(_ entity: String, _ name: String) throws -> NSRelationshipDescription {
            try #require(try self.entity(entity).relationshipsByName[name])
        }

        func add(_ attribute: NSAttributeDescription, to entity: String) throws {
            try self.entity(entity).properties.append(attribute)
        }

        func remove(_ name: String, from entity: String) throws {
            let entity = try self.entity(entity)
            entity.properties = entity.properties.filter { $0.name != name }
        }

        func rename(_ property: String, of entity: String, to name: String) throws {
            let property = try #require(try self.entity(entity).propertiesByName[property])
            property.renamingIdentifier = property.name
            property.name = name
        }

        func rename(_ entity: String, to name: String) throws {
            let entity = try self.entity(entity)
            entity.renamingIdentifier = entity.name
            entity.name = name
        }

        func removeEntity(_ name: String) throws {
            let gone = try entity(name)
            for entity in model.entities {
                entity.properties = entity.properties.filter {
                    ($0 as? NSRelationshipDescription)?.destinationEntity !== gone
                }
                entity.subentities = entity.subentities.filter { $0 !== gone }
            }
            model.entities = model.entities.filter { $0 !== gone }
        }
    }

    /// Two persons, three notes of which one is a report, two labels.
    static func fill(_ context: NSManagedObjectContext) throws {
        try context.performAndWait {
            let ann = context.make("Person", ["name": "Ann", "age": 30])
            let bob = context.make("Person", ["name": "Bob"])
            let first = context.make("Note", ["text": "one", "size": 1.5, "owner": ann])
            let second = context.make("Note", ["text": "two", "owner": bob])
            let report = context.make("Report", ["text": "three", "code": 7, "owner": ann])
            context.make(
                "Label", ["name": "red", "notes": Set([first, report]), "sample": report])
            context.make(
                "Label", ["name": "blue", "notes": Set([second, first]), "sample": first])
            try context.save()
            let extra = context.make("Note", ["text": "gone"])
            try context.save()
            context.delete(extra)
            try context.save()
        }
    }
}

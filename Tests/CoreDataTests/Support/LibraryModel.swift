import CoreData
import Foundation

/// The model of most engine tests: authors, their books, and tags.
///
///     Author ←──→→ Book ←←──→→ Tag        Book.author nullifies, Author.books cascades
enum LibraryModel {
    static func make() -> NSManagedObjectModel {
        let author = entity("Author", [string("name", isOptional: false), integer("born")])
        let book = entity(
            "Book",
            [
                string("title"), integer("year"), double("price"), date("added"),
                boolean("isLent"), data("cover"), transient("note"),
            ])
        let tag = entity("Tag", [string("name")])
        join(author, "books", many: true, .cascadeDeleteRule, book, "author", many: false)
        join(book, "tags", many: true, .nullifyDeleteRule, tag, "books", many: true)
        book.indexes = [
            NSFetchIndexDescription(
                name: "byTitle",
                elements: [
                    NSFetchIndexElementDescription(
                        property: book.propertiesByName["title"]!, collationType: .binary)
                ])
        ]
        let model = NSManagedObjectModel()
        model.entities = [author, book, tag]
        return model
    }

    private static func entity(
        _ name: String, _ properties: [NSPropertyDescription]
    ) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = properties
        return entity
    }

    private static func attribute(
        _ name: String, _ type: NSAttributeType, isOptional: Bool = true
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = isOptional
        return attribute
    }

    private static func string(_ name: String, isOptional: Bool = true) -> NSAttributeDescription {
        attribute(name, .stringAttributeType, isOptional: isOptional)
    }

    private static func integer(_ name: String) -> NSAttributeDescription {
        attribute(name, .integer64AttributeType)
    }

    private static func double(_ name: String) -> NSAttributeDescription {
        attribute(name, .doubleAttributeType)
    }

    private static func date(_ name: String) -> NSAttributeDescription {
        attribute(name, .dateAttributeType)
    }

    private static func boolean(_ name: String) -> NSAttributeDescription {
        attribute(name, .booleanAttributeType)
    }

    private static func data(_ name: String) -> NSAttributeDescription {
        attribute(name, .binaryDataAttributeType)
    }

    private static func transient(_ name: String) -> NSAttributeDescription {
        let attribute = attribute(name, .stringAttributeType)
        attribute.isTransient = true
        return attribute
    }

    private static func join(
        _ left: NSEntityDescription, _ name: String, many: Bool, _ rule: NSDeleteRule,
        _ right: NSEntityDescription, _ inverse: String, many inverseMany: Bool
    ) {
        let forward = NSRelationshipDescription()
        forward.name = name
        forward.destinationEntity = right
        forward.maxCount = many ? 0 : 1
        forward.deleteRule = rule
        forward.isOptional = true
        let backward = NSRelationshipDescription()
        backward.name = inverse
        backward.destinationEntity = left
        backward.maxCount = inverseMany ? 0 : 1
        backward.isOptional = true
        forward.inverseRelationship = backward
        backward.inverseRelationship = forward
        left.properties += [forward]
        right.properties += [backward]
    }
}

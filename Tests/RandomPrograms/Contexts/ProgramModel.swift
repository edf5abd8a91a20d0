import CoreData

/// The model of random programs: authors, books and tags with a number each, and two values.
///
///     Author ←──→→ Book ←←──→→ Tag        Author.books cascades, all others nullify
package enum ProgramModel {
    package static func make() -> NSManagedObjectModel {
        let author = entity("Author")
        let book = entity("Book")
        let tag = entity("Tag")
        let books = relationship("books", book, isToMany: true, .cascadeDeleteRule)
        let writer = relationship("author", author, isToMany: false, .nullifyDeleteRule)
        let tags = relationship("tags", tag, isToMany: true, .nullifyDeleteRule)
        let tagged = relationship("books", book, isToMany: true, .nullifyDeleteRule)
        (books.inverseRelationship, writer.inverseRelationship) = (writer, books)
        (tags.inverseRelationship, tagged.inverseRelationship) = (tagged, tags)
        author.properties += [books]
        book.properties += [writer, tags]
        tag.properties += [tagged]
        let model = NSManagedObjectModel()
        model.entities = [author, book, tag]
        return model
    }

    private static func entity(_ name: String) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = ["n", "x", "y"].map { name in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = .integer64AttributeType
            attribute.isOptional = true
            return attribute
        }
        return entity
    }

    private static func relationship(
        _ name: String, _ destination: NSEntityDescription, isToMany: Bool, _ rule: NSDeleteRule
    ) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = destination
        relationship.maxCount = isToMany ? 0 : 1
        relationship.deleteRule = rule
        relationship.isOptional = true
        return relationship
    }
}

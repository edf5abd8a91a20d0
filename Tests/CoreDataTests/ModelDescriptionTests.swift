import CoreData
import Foundation
import Testing

struct ModelDescriptionTests {
    @Test func `New descriptions have Apple's defaults`() {
        let attribute = NSAttributeDescription()
        #expect(attribute.name == "")
        #expect(attribute.isOptional)
        #expect(!attribute.isTransient)
        #expect(attribute.attributeType == .undefinedAttributeType)
        #expect(attribute.defaultValue == nil)
        let relationship = NSRelationshipDescription()
        #expect(relationship.deleteRule == .nullifyDeleteRule)
        #expect(relationship.minCount == 0)
        #expect(relationship.maxCount == 0)
        #expect(relationship.isToMany)
        let entity = NSEntityDescription()
        #expect(entity.name == nil)
        #expect(entity.managedObjectClassName == "NSManagedObject")
        #expect(!entity.isAbstract)
        #expect(entity.index == -1)
    }

    @Test func `The two ways to write an attribute's type are one`() {
        let attribute = NSAttributeDescription()
        attribute.type = .integer16
        #expect(attribute.attributeType == .integer16AttributeType)
        attribute.attributeType = .UUIDAttributeType
        #expect(attribute.type == .uuid)
    }

    @Test(arguments: [
        (NSAttributeType.integer64AttributeType, "NSNumber"), (.booleanAttributeType, "NSNumber"),
        (.decimalAttributeType, "NSDecimalNumber"), (.stringAttributeType, "NSString"),
        (.dateAttributeType, "NSDate"), (.binaryDataAttributeType, "NSData"),
        (.UUIDAttributeType, "NSUUID"), (.URIAttributeType, "NSURL"),
    ])
    func `An attribute's type says the class of its values`(_ type: NSAttributeType, _ name: String)
    {
        let attribute = NSAttributeDescription()
        attribute.attributeType = type
        #expect(attribute.attributeValueClassName == name)
    }

    @Test func `A subentity has the inherited properties first and then its own`() throws {
        let model = ModelSamples.library()
        let author = try #require(model.entitiesByName["Author"])
        #expect(author.properties.map(\.name) == ["name", "books"])
        #expect(author.propertiesByName.count == 2)
        #expect(author.attributesByName["name"]?.entity.name == "Person")
        #expect(author.relationshipsByName.keys.sorted() == ["books"])
        #expect(author.superentity?.name == "Person")
        #expect(author.superentity?.subentitiesByName["Author"] === author)
    }

    @Test func `Setting a subentity's properties leaves inherited ones with the ancestor`() throws {
        let model = ModelSamples.library()
        let author = try #require(model.entitiesByName["Author"])
        author.properties.append(ModelSamples.attribute("born", .dateAttributeType))
        #expect(author.properties.map(\.name) == ["name", "books", "born"])
        #expect(model.entitiesByName["Person"]?.properties.map(\.name) == ["name"])
    }

    @Test func `An entity is a kind of itself and of its ancestors`() throws {
        let model = ModelSamples.library()
        let person = try #require(model.entitiesByName["Person"])
        let author = try #require(model.entitiesByName["Author"])
        #expect(author.isKindOf(entity: person))
        #expect(author.isKindOf(entity: author))
        #expect(!person.isKindOf(entity: author))
    }

    @Test func `Relationships can be asked for by destination`() throws {
        let model = ModelSamples.library()
        let author = try #require(model.entitiesByName["Author"])
        let book = try #require(model.entitiesByName["Book"])
        #expect(author.relationships(forDestination: book).map(\.name) == ["books"])
        #expect(book.relationships(forDestination: book).isEmpty)
    }

    @Test func `Renaming a property renames it in its entity's tables`() throws {
        let model = ModelSamples.library()
        let book = try #require(model.entitiesByName["Book"])
        book.propertiesByName["title"]?.name = "heading"
        #expect(book.attributesByName["heading"] != nil)
        #expect(book.attributesByName["title"] == nil)
    }

    @Test func `A description's renaming identifier is its name unless it is set`() {
        let attribute = ModelSamples.attribute("heading", .stringAttributeType)
        #expect(attribute.renamingIdentifier == "heading")
        attribute.renamingIdentifier = "title"
        #expect(attribute.renamingIdentifier == "title")
    }

    @Test func `A configuration has the entities that were set for it`() throws {
        let model = ModelSamples.library()
        let book = try #require(model.entitiesByName["Book"])
        model.setEntities([book], forConfigurationName: "Shelf")
        #expect(model.configurations == ["Shelf"])
        #expect(model.entities(forConfigurationName: "Shelf") == [book])
        #expect(model.entities(forConfigurationName: nil)?.count == 3)
        #expect(model.entities(forConfigurationName: "Cellar") == nil)
    }

    @Test func `A model does not keep itself alive`() {
        weak var model: NSManagedObjectModel?
        weak var entity: NSEntityDescription?
        do {
            let library = ModelSamples.library()
            library.freeze()
            model = library
            entity = library.entitiesByName["Author"]
        }
        #expect(model == nil)
        #expect(entity == nil)
    }
}

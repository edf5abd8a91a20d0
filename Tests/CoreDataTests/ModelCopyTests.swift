import CoreData
import Foundation
import Testing

struct ModelCopyTests {
    @Test func `A copied model leads nowhere outside of itself`() throws {
        let model = ModelSamples.library()
        let copy = model.copy() as! NSManagedObjectModel
        for entity in copy.entities {
            #expect(entity.managedObjectModel === copy)
            #expect(entity !== model.entitiesByName[entity.name!])
            for relationship in entity.relationshipsByName.values {
                #expect(relationship.destinationEntity?.managedObjectModel === copy)
                #expect(relationship.inverseRelationship?.inverseRelationship === relationship)
            }
        }
        #expect(copy.entities.map(\.name) == ["Person", "Author", "Book"])
        #expect(copy.entitiesByName["Author"]?.superentity === copy.entitiesByName["Person"])
        #expect(copy.problems().isEmpty)
    }

    @Test func `A copy of an attribute has all of its values`() {
        let attribute = ModelSamples.attribute("pages", .integer32AttributeType)
        attribute.defaultValue = 12
        attribute.bounds = AttributeBounds(minimum: .integer(1), maximum: .integer(9999))
        attribute.allowsExternalBinaryDataStorage = true
        attribute.preservesValueInHistoryOnDeletion = true
        attribute.versionHashModifier = "2"
        attribute.renamingIdentifier = "length"
        attribute.userInfo = ["unit": "page"]
        let copy = attribute.copy() as! NSAttributeDescription
        #expect(copy.name == "pages")
        #expect(copy.attributeType == .integer32AttributeType)
        #expect(!copy.isOptional)
        #expect(copy.defaultValue as? Int == 12)
        #expect(copy.bounds == attribute.bounds)
        #expect(copy.allowsExternalBinaryDataStorage)
        #expect(copy.preservesValueInHistoryOnDeletion)
        #expect(copy.versionHashModifier == "2")
        #expect(copy.renamingIdentifier == "length")
        #expect(copy.userInfo?["unit"] as? String == "page")
        #expect(copy.versionHash == attribute.versionHash)
    }

    @Test func `A copied index is on the copied property, even where that is inherited`() throws {
        let model = ModelSamples.library()
        let author = try #require(model.entitiesByName["Author"])
        let element = NSFetchIndexElementDescription(
            property: author.propertiesByName["name"]!, collationType: .binary)
        element.isAscending = false
        author.indexes = [NSFetchIndexDescription(name: "byName", elements: [element])]
        author.uniquenessConstraints = [["name"]]
        // The subentity first: its inherited properties are copied after it.
        model.entities = [author, model.entitiesByName["Person"]!, model.entitiesByName["Book"]!]

        let copy = model.copy() as! NSManagedObjectModel
        let twin = try #require(copy.entitiesByName["Author"])
        let index = try #require(twin.indexes.first)
        #expect(index.entity === twin)
        #expect(index.elements.first?.property === twin.propertiesByName["name"])
        #expect(index.elements.first?.isAscending == false)
        #expect(index.elements.first?.indexDescription === index)
        #expect(twin.uniquenessConstraintNames == [["name"]])
        #expect(copy.problems().isEmpty)
    }

    @Test func `A copy of a frozen model can be changed and frozen again`() throws {
        let model = ModelSamples.library()
        model.freeze()
        let copy = model.copy() as! NSManagedObjectModel
        let note = ModelSamples.entity("Note")
        copy.entities.append(note)
        copy.freeze()
        #expect(copy.entities.map(\.index) == [2, 3, 0, 1])
        #expect(model.entities.count == 3)
    }

    @Test func `Configurations and templates are copied`() throws {
        let model = ModelSamples.library()
        model.setEntities([model.entitiesByName["Book"]!], forConfigurationName: "Shelf")
        model.fetchRequestTemplates["all"] = FetchTemplate(entityName: "Book")
        model.versionIdentifiers = ["1"]
        let copy = model.copy() as! NSManagedObjectModel
        let shelf = try #require(copy.entities(forConfigurationName: "Shelf"))
        #expect(shelf == [copy.entitiesByName["Book"]!])
        #expect(copy.fetchRequestTemplates.keys.sorted() == ["all"])
        #expect(copy.versionIdentifiers == ["1"])
    }

    // MARK: Merging

    @Test func `Merging takes entities that models share from the first`() throws {
        let first = ModelSamples.library()
        let second = ModelSamples.library()
        second.entities.append(ModelSamples.entity("Note"))
        let merged = try #require(NSManagedObjectModel(byMerging: [first, second]))
        #expect(merged.entities.map(\.name) == ["Person", "Author", "Book", "Note"])
        #expect(merged.problems().isEmpty)
        #expect(first.entities.count == 3)
    }

    @Test func `What led to a shared entity leads to the merged model's`() throws {
        // The second model adds a subentity, with an index on an inherited attribute, and a
        // relationship.
        let first = ModelSamples.model([
            ModelSamples.entity("Person", [ModelSamples.attribute("name", .stringAttributeType)])
        ])
        let person = ModelSamples.entity(
            "Person", [ModelSamples.attribute("name", .stringAttributeType)])
        let reader = ModelSamples.entity("Reader")
        person.subentities = [reader]
        let favourite = NSRelationshipDescription()
        favourite.name = "favourite"
        favourite.maxCount = 1
        favourite.destinationEntity = person
        reader.properties = [favourite]
        reader.indexes = [
            NSFetchIndexDescription(
                name: "byName",
                elements: [
                    NSFetchIndexElementDescription(
                        property: person.properties[0], collationType: .binary)
                ])
        ]
        let second = ModelSamples.model([person, reader])

        let merged = try #require(NSManagedObjectModel(byMerging: [first, second]))
        let mergedPerson = try #require(merged.entitiesByName["Person"])
        let mergedReader = try #require(merged.entitiesByName["Reader"])
        #expect(mergedReader.superentity === mergedPerson)
        #expect(mergedPerson.subentities == [mergedReader])
        let mergedFavourite = mergedReader.relationshipsByName["favourite"]
        #expect(mergedFavourite?.destinationEntity === mergedPerson)
        #expect(merged.problems().isEmpty)
        merged.freeze()
    }

    @Test func `There is nothing in merging no models`() {
        #expect(NSManagedObjectModel(byMerging: nil) == nil)
        #expect(NSManagedObjectModel(byMerging: []) == nil)
    }

    @Test func `Entities of one name that differ cannot be merged`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let other = ModelSamples.library()
            other.entitiesByName["Book"]!.propertiesByName["title"]!.isOptional = true
            _ = NSManagedObjectModel(byMerging: [ModelSamples.library(), other])
        }
        #expect(try ModelSamples.said(result).contains("two different entities named"))
    }
}

import CoreData
import Execution
import Foundation
import Testing

struct ModelFreezingTests {
    @Test func `Entities are numbered as Apple's stores number them`() throws {
        let model = try #require(NSManagedObjectModel(contentsOf: ModelSamples.moody))
        model.freeze()
        // Z_PRIMARYKEY of the store that Apple's framework wrote with this model.
        let numbers = model.entitiesByName.mapValues { $0.index + 1 }
        #expect(numbers == ["GeographicRegion": 1, "Continent": 2, "Country": 3, "Mood": 4])
    }

    @Test func `An entity is numbered directly before its subentities, siblings by name`() {
        let root = ModelSamples.entity("Beast")
        let children = [ModelSamples.entity("Zebra"), ModelSamples.entity("Ant")]
        let grandchild = ModelSamples.entity("Bee")
        children[1].subentities = [grandchild]
        root.subentities = children
        let other = ModelSamples.entity("Cage")
        let model = ModelSamples.model([other, grandchild, root] + children)
        model.freeze()
        let order = model.entities.sorted { $0.index < $1.index }
        #expect(order.map(\.name) == ["Beast", "Ant", "Bee", "Zebra", "Cage"])
    }

    @Test func `Freezing changes nothing that can be read but default values' classes`() throws {
        let model = ModelSamples.library()
        let pages = ModelSamples.attribute("pages", .integer32AttributeType)
        pages.defaultValue = 12
        model.entitiesByName["Book"]!.properties.append(pages)
        let hashes = model.entityVersionHashesByName
        let names = model.entities.map { $0.properties.map(\.name) }
        model.freeze()
        #expect(model.entityVersionHashesByName == hashes)
        #expect(model.entities.map { $0.properties.map(\.name) } == names)
        #expect(model.entitiesByName.keys.sorted() == ["Author", "Book", "Person"])
        // An `Int` would cast to `Int` only.
        #expect(pages.defaultValue as? Int64 == 12)
        model.freeze()
    }

    @Test func `A frozen model is freed with its last coordinator`() throws {
        weak var model: NSManagedObjectModel?
        weak var book: NSEntityDescription?
        func work() throws {
            let made = ModelSamples.library()
            (model, book) = (made, made.entitiesByName["Book"])
            let store = try TestStore(model: made)
            try store.coordinator.addPersistentStore(
                ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
            let context = store.context()
            try context.performAndWait {
                let book = NSEntityDescription.insertNewObject(
                    forEntityName: "Book", into: context)
                book.setValue("Notes", forKey: "title")
                try context.save()
                #expect(try context.all("Book", sortedBy: "title").count == 1)
            }
        }
        try work()
        #expect(model == nil)
        #expect(book == nil)
    }

    @Test func `Coordinators that take one model at once share its layout`() async {
        // A layout of its own for each would part the entities from the other: a trap.
        await #expect(processExitsWith: .success) {
            for _ in 0..<500 {
                let model = ModelSamples.library()
                let titles = AllCores.values(
                    of: [@Sendable () -> String?](
                        repeating: {
                            let context = NSManagedObjectContext(.privateQueue)
                            context.persistentStoreCoordinator = NSPersistentStoreCoordinator(
                                managedObjectModel: model)
                            return context.performAndWait {
                                let book = NSEntityDescription.insertNewObject(
                                    forEntityName: "Book", into: context)
                                book.setValue("Notes", forKey: "title")
                                return book.entity.name
                            }
                        }, count: 4))
                precondition(titles == ["Book", "Book", "Book", "Book"])
            }
        }
    }

    @Test func `An object that outlives its model keeps its values`() throws {
        var model: NSManagedObjectModel? = ModelSamples.library()
        let object = NSManagedObject(entity: model!.entitiesByName["Author"]!, insertInto: nil)
        object.setValue("Ada", forKey: "name")
        model = nil
        #expect(object.value(forKey: "name") as? String == "Ada")
        #expect(object.entity.name == "Author")
    }

    @Test func `A frozen model cannot get entities`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let model = ModelSamples.library()
            model.freeze()
            model.entities = []
        }
        #expect(try ModelSamples.said(result).contains("The model cannot be changed"))
    }

    @Test func `A frozen entity cannot be renamed`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let model = ModelSamples.library()
            model.freeze()
            model.entities[0].name = "Human"
        }
        #expect(try ModelSamples.said(result).contains("The entity Person cannot be changed"))
    }

    @Test func `A frozen entity cannot get properties`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let model = ModelSamples.library()
            model.freeze()
            model.entities[0].properties = []
        }
        #expect(try ModelSamples.said(result).contains("The entity Person cannot be changed"))
    }

    @Test func `A frozen attribute cannot get another type`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let model = ModelSamples.library()
            model.freeze()
            model.entities[0].attributesByName["name"]!.attributeType = .dateAttributeType
        }
        #expect(
            try ModelSamples.said(result).contains("The property Person.name cannot be changed"))
    }

    @Test func `A frozen relationship cannot get another delete rule`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let model = ModelSamples.library()
            model.freeze()
            model.entitiesByName["Author"]!.relationshipsByName["books"]!.deleteRule =
                .denyDeleteRule
        }
        #expect(
            try ModelSamples.said(result).contains("The property Author.books cannot be changed"))
    }

    @Test func `A frozen index cannot be changed`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let model = NSManagedObjectModel(contentsOf: ModelSamples.atlas)!
            model.freeze()
            model.entitiesByName["Note"]!.indexes[0].elements[0].isAscending = false
        }
        #expect(
            try ModelSamples.said(result).contains(
                "An element of the fetch index Note.byNumberIndex cannot be"))
    }

    @Test func `The trap says what cannot be changed and what to do instead`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let model = ModelSamples.library()
            model.freeze()
            model.entities[0].propertiesByName["name"]!.isOptional = true
        }
        let said = try ModelSamples.said(result)
        #expect(said.contains("The property Person.name cannot be changed"))
        #expect(said.contains("model.copy()"))
    }

    @Test func `A model that contradicts itself cannot be frozen, and the trap says why`()
        async throws
    {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let model = ModelSamples.library()
            model.entitiesByName["Book"]!.relationshipsByName["author"]!.inverseRelationship = nil
            model.freeze()
        }
        let said = try ModelSamples.said(result)
        #expect(said.contains("Author.books has the inverse Book.author, but that has none."))
    }

    @Test func `A property cannot be given to a second entity`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let model = ModelSamples.library()
            let title = model.entitiesByName["Book"]!.propertiesByName["title"]!
            model.entitiesByName["Person"]!.properties.append(title)
        }
        #expect(try ModelSamples.said(result).contains("a property belongs to one entity"))
    }

    @Test func `An entity cannot be added to a second model`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let model = ModelSamples.library()
            let other = NSManagedObjectModel()
            other.entities = [model.entitiesByName["Book"]!]
        }
        #expect(try ModelSamples.said(result).contains("cannot be added to a second model"))
    }

    @Test func `An entity cannot inherit from its own subentity`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let model = ModelSamples.library()
            let person = model.entitiesByName["Person"]!
            model.entitiesByName["Author"]!.subentities = [person]
        }
        #expect(try ModelSamples.said(result).contains("cannot inherit from"))
    }
}

import CoreData
import Foundation
import Testing

struct ModelValidationTests {
    /// The problems of a library with something changed, as sentences.
    private func problems(_ change: (NSManagedObjectModel) -> Void) -> [String] {
        let model = ModelSamples.library()
        change(model)
        return model.problems().map(\.message)
    }

    private func book(_ model: NSManagedObjectModel) -> NSEntityDescription {
        model.entities.first { $0.name == "Book" }!
    }

    @Test func `A sound model has no problems`() {
        #expect(problems { _ in } == [])
    }

    @Test func `Names are unique and can be identifiers`() {
        #expect(
            problems { book($0).name = "Person" } == ["There are two entities named Person."])
        #expect(
            problems { book($0).name = "2nd" } == ["\"2nd\" cannot be the name of an entity."])
        #expect(
            problems { book($0).attributesByName["title"]!.name = "a b" }
                == ["Book.a b: \"a b\" cannot be the name of a property."])
        #expect(
            problems { book($0).attributesByName["title"]!.name = "author" }
                == ["Book has two properties named author."])
        #expect(
            problems { book($0).attributesByName["title"]!.name = "objectID" }
                == ["Book.objectID: objectID is the name of a property of NSManagedObject."])
    }

    @Test func `A subentity cannot declare an inherited property again`() {
        let found = problems {
            $0.entitiesByName["Author"]!.properties.append(
                ModelSamples.attribute("name", .stringAttributeType))
        }
        #expect(found == ["Author.name is inherited already, as Person.name."])
    }

    @Test(arguments: ["Book", "Library.Book", ".Book", ""])
    func `A class may be given with and without its module`(_ name: String) {
        #expect(problems { book($0).managedObjectClassName = name } == [])
    }

    @Test(arguments: ["Library..Book", "My Book", "."])
    func `A class name is made of identifiers`(_ name: String) {
        #expect(
            problems { book($0).managedObjectClassName = name }
                == ["Book: \"\(name)\" cannot be the name of a class."])
    }

    @Test func `A superentity is in the model too`() {
        let found = problems { model in
            model.entities = model.entities.filter { $0.name != "Person" }
        }
        #expect(found == [])
        let kept = ModelSamples.entity("Thing")
        let orphans = problems { model in
            kept.subentities = [book(model)]
        }
        #expect(
            orphans == [
                "Book and Thing inherit from one another, but Thing is not in the model."
            ])
    }

    @Test func `A relationship leads to an entity of the model`() {
        let found = problems { model in
            book(model).relationshipsByName["author"]!.destinationEntity = nil
        }
        #expect(found.contains("Book.author has no destination."))
        let other = ModelSamples.library()
        let foreign = problems { model in
            book(model).relationshipsByName["author"]!.destinationEntity =
                other.entitiesByName["Author"]
        }
        #expect(
            foreign.contains("Book.author has the destination Author, which is not in the model."))
    }

    @Test func `Inverses point at each other`() {
        let oneSided = problems { model in
            book(model).relationshipsByName["author"]!.inverseRelationship = nil
        }
        #expect(oneSided == ["Author.books has the inverse Book.author, but that has none."])
        let elsewhere = problems { model in
            let books = model.entitiesByName["Author"]!.relationshipsByName["books"]!
            books.inverseRelationship = books
        }
        #expect(
            elsewhere.contains(
                """
                Author.books has the inverse Author.books, which is not a relationship of its \
                destination Book.
                """))
    }

    @Test func `A relationship may be its own inverse`() {
        let found = problems { model in
            let friends = NSRelationshipDescription()
            friends.name = "friends"
            friends.destinationEntity = model.entitiesByName["Person"]
            friends.inverseRelationship = friends
            model.entitiesByName["Person"]!.properties.append(friends)
        }
        #expect(found == [])
    }

    @Test func `Counts and order of a relationship agree`() {
        #expect(
            problems { model in
                let books = model.entitiesByName["Author"]!.relationshipsByName["books"]!
                (books.minCount, books.maxCount) = (5, 3)
            } == ["Author.books allows from 5 to 3 objects."])
        #expect(
            problems { book($0).relationshipsByName["author"]!.isOrdered = true }
                == ["Book.author is ordered but leads to one object."])
    }

    @Test(arguments: [
        (NSAttributeType.integer16AttributeType, 40_000 as any Sendable),
        (.integer32AttributeType, 1.5), (.stringAttributeType, 7), (.dateAttributeType, "today"),
        (.booleanAttributeType, "YES"), (.UUIDAttributeType, "1"), (.decimalAttributeType, "1"),
        (.integer64AttributeType, UInt64.max),
    ])
    func `A default value is of the attribute's type and in its range`(
        _ type: NSAttributeType, _ value: any Sendable
    ) {
        let found = problems { model in
            let attribute = ModelSamples.attribute("extra", type)
            attribute.defaultValue = value
            book(model).properties.append(attribute)
        }
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("Book.extra has the default value \(value)") == true)
    }

    @Test(arguments: [
        (NSAttributeType.integer16AttributeType, 12 as any Sendable), (.doubleAttributeType, 3),
        (.integer64AttributeType, Int16(4)), (.floatAttributeType, 1.5),
        (.booleanAttributeType, true), (.stringAttributeType, "untitled"),
        (.dateAttributeType, Date(timeIntervalSinceReferenceDate: 0)),
        (.decimalAttributeType, Decimal(5)), (.decimalAttributeType, 5),
        (.binaryDataAttributeType, Data([1])), (.integer32AttributeType, NSNumber(value: 8)),
        (.integer64AttributeType, Int64.max),
    ])
    func `Swift's and Foundation's values serve as defaults`(
        _ type: NSAttributeType, _ value: any Sendable
    ) {
        let found = problems { model in
            let attribute = ModelSamples.attribute("extra", type)
            attribute.defaultValue = value
            book(model).properties.append(attribute)
        }
        #expect(found == [])
    }

    @Test func `An attribute that is stored has a type`() {
        let attribute = NSAttributeDescription()
        attribute.name = "extra"
        let model = ModelSamples.library()
        book(model).properties.append(attribute)
        #expect(
            model.problems().map(\.message)
                == ["Book.extra has a type that no store can keep: Undefined."])
        attribute.isTransient = true
        #expect(model.problems().isEmpty)
    }

    @Test(arguments: [
        (AttributeBounds(minimum: .integer(1)), false),
        (AttributeBounds(minimum: .length(4), maximum: .length(2)), false),
        (AttributeBounds(pattern: "[a-"), false),
        (AttributeBounds(minimum: .length(1), maximum: .length(80), pattern: "[A-Z].*"), true),
    ])
    func `Bounds fit the type of what they bound`(_ bounds: AttributeBounds, _ isSound: Bool) {
        let found = problems { book($0).attributesByName["title"]!.bounds = bounds }
        #expect(found.isEmpty == isSound)
    }

    @Test func `Constraints and indexes are on what has a column`() {
        let constraint = problems { book($0).uniquenessConstraints = [["title", "author"]] }
        #expect(
            constraint == [
                """
                Book has a uniqueness constraint on "author", which is not a stored attribute.
                """
            ])
        let index = problems { model in
            let books = model.entitiesByName["Author"]!.relationshipsByName["books"]!
            let element = NSFetchIndexElementDescription(property: books, collationType: .binary)
            model.entitiesByName["Author"]!.indexes = [
                NSFetchIndexDescription(name: "byBooks", elements: [element])
            ]
        }
        #expect(index == ["Author.byBooks is on \"books\", which has no column in the table."])
    }

    @Test func `A model may have 1,023 entities, and an error names the one too many`() throws {
        let entities = (1...1_024).map { ModelSamples.entity("E\($0)") }
        let found = ModelSamples.model(entities).problems()
        #expect(found.map(\.rule) == [.entityCount])
    }

    @Test func `The greatest number of entities can be stored`() throws {
        let entities = (1...1_023).map { ModelSamples.entity("E\($0)") }
        let store = try TypedStore(.inMemory, model: ModelSamples.model(entities))
        let context = store.context()
        let names = try context.performAndWait {
            for entity in entities { context.make(entity.name!) }
            try context.save()
            return try Set(entities.map { try context.all($0.name!).first?.entity.name })
        }
        #expect(names.count == 1_023)
    }

    @Test func `An index element means the property of its name`() throws {
        let title = ModelSamples.attribute("title", .stringAttributeType)
        let equal = ModelSamples.attribute("title", .stringAttributeType)
        let book = ModelSamples.entity("Book")
        book.properties = [title]
        book.indexes = [
            NSFetchIndexDescription(
                name: "byTitle",
                elements: [
                    NSFetchIndexElementDescription(property: equal, collationType: .binary)
                ])
        ]
        let model = ModelSamples.model([book])
        #expect(model.problems().map(\.message) == [])
        let store = try TestStore(model: model)
        let indexes = try store.sql("SELECT sql FROM sqlite_master WHERE name = 'Z_Book_byTitle'")
        #expect(indexes.first?.first??.contains("ZTITLE COLLATE BINARY ASC") == true)
    }
}

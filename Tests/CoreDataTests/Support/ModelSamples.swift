import CoreData
import Foundation
import Testing

/// Models for tests: files of the repository, files written for one test, and models made in code.
enum ModelSamples {
    static let atlas = repository.appendingPathComponent("Workloads/Models/Atlas.xcdatamodeld")

    /// A model of objc.io's sample app, as Xcode wrote it.
    static let moody = repository.appendingPathComponent(
        "Tests/CoreDataTests/Fixtures/Moody.xcdatamodeld")

    private static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Calls `body` with a new directory, which is removed afterwards.
    static func withDirectory<T>(_ body: (URL) throws -> T) throws -> T {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent(ProcessInfo.processInfo.globallyUniqueString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        return try body(directory)
    }

    /// Writes a text to a file below a directory, with the directories in between.
    static func write(_ text: String, to path: String, in directory: URL) throws {
        let file = directory.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Loads a model whose file has this text.
    static func load(text: String) throws -> (NSManagedObjectModel, [ModelFileWarning]) {
        try withDirectory { directory in
            try write(text, to: "Sample.xcdatamodel/contents", in: directory)
            return try NSManagedObjectModel.load(
                contentsOf: directory.appendingPathComponent("Sample.xcdatamodel"))
        }
    }

    /// Loads a model with these elements, which begin in line 2, column 1.
    static func load(elements: String) throws -> (NSManagedObjectModel, [ModelFileWarning]) {
        try load(text: "<model>\n\(elements)\n</model>\n")
    }

    /// Why a model with these elements cannot be loaded; `nil` if it can.
    static func error(elements: String) -> ModelFileError? {
        error { _ = try load(elements: elements) }
    }

    static func error(text: String) -> ModelFileError? {
        error { _ = try load(text: text) }
    }

    private static func error(_ body: () throws -> Void) -> ModelFileError? {
        do {
            try body()
            return nil
        } catch {
            return error as? ModelFileError
        }
    }

    /// The text that a process wrote to standard error before it trapped.
    static func said(_ result: ExitTest.Result?) throws -> String {
        String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    }

    // MARK: In code

    /// An attribute that must have a value.
    static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = false
        return attribute
    }

    static func entity(_ name: String, _ properties: [NSPropertyDescription] = [])
        -> NSEntityDescription
    {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = properties
        return entity
    }

    static func model(_ entities: [NSEntityDescription]) -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }

    /// Two relationships that are each other's inverses, added to their entities.
    @discardableResult
    static func join(
        _ entity: NSEntityDescription, _ name: String, maxCount: Int,
        _ other: NSEntityDescription, _ otherName: String, maxCount otherMaxCount: Int
    ) -> (NSRelationshipDescription, NSRelationshipDescription) {
        let there = NSRelationshipDescription()
        let back = NSRelationshipDescription()
        (there.name, there.maxCount, there.destinationEntity) = (name, maxCount, other)
        (back.name, back.maxCount, back.destinationEntity) = (otherName, otherMaxCount, entity)
        (there.inverseRelationship, back.inverseRelationship) = (back, there)
        entity.properties.append(there)
        other.properties.append(back)
        return (there, back)
    }

    /// `Person` with `name`, its subentity `Author` with `books`, and `Book` with `author`.
    static func library() -> NSManagedObjectModel {
        let person = entity("Person", [attribute("name", .stringAttributeType)])
        let author = entity("Author")
        person.subentities = [author]
        let book = entity("Book", [attribute("title", .stringAttributeType)])
        join(author, "books", maxCount: 0, book, "author", maxCount: 1)
        return model([person, author, book])
    }
}

import CoreData
import Foundation
import Testing

struct ModelEqualityTests {
    private func moody() throws -> NSManagedObjectModel {
        try #require(NSManagedObjectModel(contentsOf: ModelSamples.moody))
    }

    @Test func `Two models that were read from one file are equal, and all in them`() throws {
        let (one, other) = (try moody(), try moody())
        #expect(one == other)
        #expect(one.hash == other.hash)
        #expect(one.entities == other.entities)
        #expect(Set(one.entities) == Set(other.entities))
        for (left, right) in zip(one.entities, other.entities) {
            #expect(left.properties == right.properties)
            #expect(left.indexes == right.indexes)
        }
    }

    @Test func `A model in use equals one that is not`() throws {
        let (one, other) = (try moody(), try moody())
        let attribute = try #require(one.entities.flatMap(\.properties).first)
        attribute.userInfo = ["key": 1]
        #expect(one != other)
        try #require(other.entities.flatMap(\.properties).first).userInfo = [
            "key": NSNumber(value: 1)
        ]
        one.freeze()
        #expect(one == other)
        #expect(one == one.copy() as? NSManagedObjectModel)
    }

    @Test(
        arguments: [
            { $0.entitiesByName["Book"]!.isAbstract = true },
            { $0.entitiesByName["Book"]!.managedObjectClassName = "Volume" },
            { $0.entitiesByName["Book"]!.attributesByName["title"]!.defaultValue = "a" },
            { $0.entitiesByName["Book"]!.attributesByName["title"]!.isOptional = true },
            {
                $0.entitiesByName["Book"]!.relationshipsByName["author"]!.deleteRule =
                    .denyDeleteRule
            },
            { $0.entitiesByName["Book"]!.uniquenessConstraints = [["title"]] },
            { $0.entitiesByName["Book"]!.properties.removeLast() },
            { $0.entitiesByName["Book"]!.userInfo = ["a": "b"] },
            { $0.versionIdentifiers = ["2"] },
            { $0.setEntities([], forConfigurationName: "None") },
            { $0.entities = $0.entities.filter { $0.name != "Book" } },
        ] as [@Sendable (NSManagedObjectModel) -> Void])
    func `A model that holds something else is another`(
        _ change: @Sendable (NSManagedObjectModel) -> Void
    ) {
        let changed = ModelSamples.library()
        #expect(changed == ModelSamples.library())
        change(changed)
        #expect(changed != ModelSamples.library())
    }
}

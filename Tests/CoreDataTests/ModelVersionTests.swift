import CoreData
import Foundation
import Testing

struct ModelVersionTests {
    /// Known answers: FIPS 180-4's examples (NIST, *SHA256.pdf*), and lengths around a block's end.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 55),
            "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"
        ),
        (
            String(repeating: "a", count: 56),
            "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"
        ),
        (
            String(repeating: "a", count: 64),
            "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func `SHA-256 gives the published digests`(_ text: String, _ digest: String) {
        let bytes = SHA256.digest(of: Array(text.utf8))
        #expect(bytes.map { String(format: "%02x", Int($0)) }.joined() == digest)
    }

    /// The hash of a library's book after a change to the model.
    private func bookHash(_ change: (NSManagedObjectModel) -> Void = { _ in }) -> Data {
        let model = ModelSamples.library()
        change(model)
        return model.entities[2].versionHash
    }

    @Test func `A version hash is 32 bytes and the same for the same entity`() {
        #expect(bookHash().count == 32)
        #expect(bookHash() == bookHash())
    }

    @Test func `What shapes the store changes the version hash`() {
        let changes: [(NSManagedObjectModel) -> Void] = [
            { $0.entities[2].name = "Volume" },
            { $0.entities[2].isAbstract = true },
            { $0.entities[2].versionHashModifier = "2" },
            { $0.entities[2].uniquenessConstraints = [["title"]] },
            {
                $0.entities[2].properties.append(
                    ModelSamples.attribute("pages", .floatAttributeType))
            },
            { $0.entities[2].attributesByName["title"]!.name = "heading" },
            { $0.entities[2].attributesByName["title"]!.attributeType = .integer16AttributeType },
            { $0.entities[2].attributesByName["title"]!.isOptional = true },
            { $0.entities[2].attributesByName["title"]!.isTransient = true },
            { $0.entities[2].attributesByName["title"]!.allowsExternalBinaryDataStorage = true },
            { $0.entities[2].attributesByName["title"]!.versionHashModifier = "2" },
            { $0.entities[2].relationshipsByName["author"]!.maxCount = 0 },
            { $0.entities[2].relationshipsByName["author"]!.minCount = 1 },
            { $0.entities[2].relationshipsByName["author"]!.deleteRule = .denyDeleteRule },
            { $0.entities[2].relationshipsByName["author"]!.isOrdered = true },
            { $0.entities[2].relationshipsByName["author"]!.destinationEntity = $0.entities[0] },
            { $0.entities[2].relationshipsByName["author"]!.inverseRelationship = nil },
        ]
        // Each differs from the original and from all others.
        let hashes = [bookHash()] + changes.map(bookHash)
        #expect(Set(hashes).count == changes.count + 1)
    }

    @Test func `What does not shape the store leaves the version hash`() {
        let changes: [(NSManagedObjectModel) -> Void] = [
            { $0.entities[2].managedObjectClassName = "Volume" },
            { $0.entities[2].renamingIdentifier = "Volume" },
            { $0.entities[2].userInfo = ["shelf": 3] },
            { $0.entities[2].properties.reverse() },
            { $0.entities[2].attributesByName["title"]!.defaultValue = "untitled" },
            { $0.entities[2].attributesByName["title"]!.renamingIdentifier = "heading" },
            {
                $0.entities[2].attributesByName["title"]!.bounds = AttributeBounds(
                    minimum: .length(1))
            },
            { model in
                let element = NSFetchIndexElementDescription(
                    property: model.entities[2].attributesByName["title"]!, collationType: .binary)
                model.entities[2].indexes = [
                    NSFetchIndexDescription(name: "byTitle", elements: [element])
                ]
            },
        ]
        #expect(changes.map(bookHash) == Array(repeating: bookHash(), count: changes.count))
    }

    @Test func `A superentity's change is its subentities' change`() {
        func authorHash(_ change: (NSManagedObjectModel) -> Void) -> Data {
            let model = ModelSamples.library()
            change(model)
            return model.entitiesByName["Author"]!.versionHash
        }
        #expect(
            authorHash { _ in }
                != authorHash { $0.entities[0].attributesByName["name"]!.isOptional = true })
    }

    @Test func `The checksum of a model changes with any of its entities`() {
        let model = ModelSamples.library()
        let checksum = model.versionChecksum
        #expect(checksum == ModelSamples.library().versionChecksum)
        model.entities[0].versionHashModifier = "2"
        #expect(model.versionChecksum != checksum)
    }

    @Test func `A store fits exactly the entities it was written with`() {
        let model = ModelSamples.library()
        func fits(_ hashes: [String: Data], _ configuration: String? = nil) -> Bool {
            model.isConfiguration(
                withName: configuration,
                compatibleWithStoreMetadata: ["NSStoreModelVersionHashes": hashes])
        }
        let hashes = model.entityVersionHashesByName
        #expect(fits(hashes))
        #expect(!fits(hashes.filter { $0.key != "Book" }))
        #expect(!fits(hashes.merging(["Note": Data()]) { $1 }))
        #expect(!fits(hashes.merging(["Book": Data([1])]) { $1 }))
        #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: [:]))
        model.setEntities([model.entitiesByName["Book"]!], forConfigurationName: "Shelf")
        #expect(fits(hashes.filter { $0.key == "Book" }, "Shelf"))
        #expect(!fits(hashes, "Cellar"))
    }
}

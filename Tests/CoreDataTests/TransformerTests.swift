import CoreData
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Transformable attributes` {
    /// A model of one entity with one transformable attribute, `value`.
    private func store(_ name: String?) throws -> TestStore {
        let attribute = NSAttributeDescription()
        attribute.name = "value"
        attribute.attributeType = .transformableAttributeType
        attribute.valueTransformerName = name
        return try TestStore(
            model: ModelSamples.model([ModelSamples.entity("Thing", [attribute])]))
    }

    /// Saves a value, and reads it in a context that has never seen it.
    private func roundTrip(_ value: Any, _ name: String?) throws -> (Any?, TestStore) {
        let store = try store(name)
        let writer = store.context(), reader = store.context()
        try writer.performAndWait {
            writer.make("Thing", ["value": value])
            try writer.save()
            writer.reset()
        }
        let read = try reader.performAndWait {
            try reader.all("Thing").first?.value(forKey: "value")
        }
        return (read, store)
    }

    private final class Reversing: ValueTransformer, @unchecked Sendable {
        override func transformedValue(_ value: Any?) -> Any? {
            (value as? String).map { Data($0.utf8.reversed()) }
        }

        override func reverseTransformedValue(_ value: Any?) -> Any? {
            (value as? Data).map { String(decoding: $0.reversed(), as: UTF8.self) }
        }
    }

    @Test func `A named transformer makes the data, and the value of them`() throws {
        ValueTransformer.setValueTransformer(
            Reversing(), forName: NSValueTransformerName("Reversing"))
        let (value, store) = try roundTrip("abc", "Reversing")
        #expect(value as? String == "abc")
        #expect(try store.sql("SELECT hex(ZVALUE) FROM ZTHING") == [["636261"]])
    }

    @Test func `Without a name the value lies in an archive, as under the archives' names`() throws
    {
        for name in [nil, "", "NSSecureUnarchiveFromData"] {
            let (value, _) = try roundTrip(["a", "b"], name)
            #expect(value as? [String] == ["a", "b"])
        }
        let (dictionary, _) = try roundTrip(["n": 1], nil)
        #expect((dictionary as? [String: Any])?["n"] as? Int == 1)
    }

    @Test func `Without a name an attribute takes any object that can be archived`()
        throws
    {
        let (secure, _) = try roundTrip(SecurePalette(colours: 3), nil)
        #expect((secure as? SecurePalette)?.colours == 3)
        let (plain, _) = try roundTrip(PlainPalette(colours: 4), nil)
        #expect((plain as? PlainPalette)?.colours == 4)
    }

    @Test func `A dictionary fetch gives the value, and not its archive`() throws {
        let (_, store) = try roundTrip(["a", "b"], nil)
        let context = store.context()
        try context.performAndWait {
            let request = NSFetchRequest<NSDictionary>(entityName: "Thing")
            request.resultType = .dictionaryResultType
            for properties in [["value"], nil] {
                request.propertiesToFetch = properties
                let found = try context.fetch(request)
                #expect(found.first?["value"] as? [String] == ["a", "b"])
            }
        }
    }

    @Test func `A subclass of the secure transformer reads data and writes values`() throws {
        final class Ours: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
            override class var allowedTopLevelClasses: [AnyClass] {
                super.allowedTopLevelClasses + [NSUUID.self]
            }
        }
        ValueTransformer.setValueTransformer(Ours(), forName: NSValueTransformerName("Ours"))
        let (value, _) = try roundTrip([1, 2], "Ours")
        #expect(value as? [Int] == [1, 2])
    }

    @Test func `Any archive is read by the older transformer`() throws {
        let (value, _) = try roundTrip(["a"], "NSKeyedUnarchiveFromData")
        #expect(value as? [String] == ["a"])
    }

    @Test func `A transformer is found by its name, and no other`() {
        let reversing = Reversing()
        let name = NSValueTransformerName("Found")
        ValueTransformer.setValueTransformer(reversing, forName: name)
        #expect(ValueTransformer(forName: name) === reversing)
        #expect(ValueTransformer.valueTransformerNames().contains(name))
        ValueTransformer.setValueTransformer(nil, forName: name)
        #expect(ValueTransformer(forName: name) == nil)
        #expect(ValueTransformer(forName: .secureUnarchiveFromDataTransformerName) != nil)
    }

    @Test func `A name under which nothing is registered traps when the value is set`() async throws
    {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let attribute = NSAttributeDescription()
            attribute.name = "value"
            attribute.attributeType = .transformableAttributeType
            attribute.valueTransformerName = "Nobody"
            let store = try TestStore(
                model: ModelSamples.model([ModelSamples.entity("Thing", [attribute])]))
            let context = store.context()
            context.performAndWait { _ = context.make("Thing", ["value": "a"]) }
        }
        #expect(try ModelSamples.said(result).contains("no value transformer is registered"))
    }
}

/// A value of an app's own class.
final class SecurePalette: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let colours: Int

    init(colours: Int) { self.colours = colours }

    init?(coder: NSCoder) { colours = coder.decodeInteger(forKey: "colours") }

    func encode(with coder: NSCoder) { coder.encode(colours, forKey: "colours") }
}

/// The same without secure coding.
final class PlainPalette: NSObject, NSCoding {
    let colours: Int

    init(colours: Int) { self.colours = colours }

    init?(coder: NSCoder) { colours = coder.decodeInteger(forKey: "colours") }

    func encode(with coder: NSCoder) { coder.encode(colours, forKey: "colours") }
}

import Foundation

/// The text from which a description's version hash is computed.
///
/// Two versions of an entity have the same hash exactly if a store of one version can be read with
/// the other. So the text has everything that shapes the store, and nothing else (Apple's *Core
/// Data Model Versioning and Data Migration*, “Understanding versions”; the newer uniqueness
/// constraints shape a table, too, and so are in the text):
///
/// | description | contents |
/// |---|---|
/// | entity | name, abstract, superentity's hash, own properties' hashes, uniqueness constraints |
/// | property | kind, name, optional, transient |
/// | attribute | type, external storage, the elements' hashes of a composite, a derivation |
/// | relationship | destination's and inverse's name, counts, delete rule, order |
/// | each | `versionHashModifier` |
///
/// Classes, indexes, subentities, bounds, default values, transformers, renaming identifiers and
/// user info are not in the text.
///
/// A field has its name, the length of its value in bytes, and the value, so that different
/// descriptions have different texts. Lists are sorted, so that the order of declaration has no
/// effect. Apple has not published its text, so the hashes differ from those of Apple's framework.
struct VersionText {
    private(set) var text = ""

    /// The SHA-256 of the text: 32 bytes.
    var digest: Data {
        SHA256.digest(of: text.utf8)
    }

    init(entity: NSEntityDescription) {
        add("entity", entity.name ?? "")
        add("abstract", entity.isAbstract)
        add("superentity", entity.superentity.map { Self.hex($0.versionHash) } ?? "")
        addSorted("property", entity.ownProperties.map { Self.hex($0.versionHash) })
        addSorted(
            "unique", entity.uniquenessConstraintNames.map { $0.sorted().joined(separator: ",") })
        add("modifier", entity.versionHashModifier ?? "")
    }

    init(property: NSPropertyDescription) {
        add("name", property.name)
        add("optional", property.isOptional)
        add("transient", property.isTransient)
        switch property {
        case let attribute as NSAttributeDescription: add(attribute)
        case let relationship as NSRelationshipDescription: add(relationship)
        default: add("kind", "fetched")
        }
        add("modifier", property.versionHashModifier ?? "")
    }

    private mutating func add(_ attribute: NSAttributeDescription) {
        add("kind", "attribute")
        add("type", String(attribute.attributeType.rawValue))
        add("external", attribute.allowsExternalBinaryDataStorage)
        // The columns of history depend on it. Left out where it is not set, so that the hashes of
        // models without it are those of earlier versions of this core.
        if attribute.preservesValueInHistoryOnDeletion { add("preserved", true) }
        if let derived = attribute as? NSDerivedAttributeDescription {
            add("derived", derived.derivationExpression.map { "\($0)" } ?? "")
        }
        if let composite = attribute as? NSCompositeAttributeDescription {
            // Stores that this core made before it kept composites have no columns for them.
            add("columns", true)
            addSorted("element", composite.elements.map { Self.hex($0.versionHash) })
        }
    }

    private mutating func add(_ relationship: NSRelationshipDescription) {
        add("kind", "relationship")
        add("destination", relationship.destinationEntity?.name ?? "")
        add("inverse", relationship.inverseRelationship?.name ?? "")
        add("least", String(relationship.minCount))
        add("greatest", String(relationship.maxCount))
        add("delete", String(relationship.deleteRule.rawValue))
        add("ordered", relationship.isOrdered)
    }

    private mutating func add(_ name: String, _ value: String) {
        text += "\(name):\(value.utf8.count):\(value)\n"
    }

    private mutating func add(_ name: String, _ value: Bool) {
        add(name, value ? "1" : "0")
    }

    private mutating func addSorted(_ name: String, _ values: [String]) {
        for value in values.sorted() { add(name, value) }
    }

    /// Bytes in hexadecimal digits.
    static func hex(_ bytes: Data) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}

/// The elements and attributes of model files that Xcode writes.
///
/// Collected from 132 public model files. Any other becomes a warning, because its effect on the
/// model is not known.
enum ModelVocabulary {
    /// The attributes and children that one kind of element may have.
    struct Entry {
        let attributes: Set<String>
        let children: Set<String>

        init(_ attributes: Set<String>, children: Set<String> = []) {
            self.attributes = attributes
            self.children = children
        }
    }

    /// The entry for an element; `nil` for a kind that Xcode does not write.
    static func entry(for element: ModelElement) -> Entry? {
        entries[element.name]
    }

    private static let property: Set<String> = [
        "name", "optional", "transient", "syncable", "elementID", "versionHashModifier", "indexed",
        "spotlightIndexingEnabled", "storedInTruthFile",
    ]

    private static let entries: [String: Entry] = [
        "model": Entry(
            [
                "type", "documentVersion", "lastSavedToolsVersion", "systemVersion",
                "minimumToolsVersion", "sourceLanguage", "userDefinedModelVersionIdentifier",
                "usedWithCloudKit", "usedWithSwiftData", "name",
            ],
            children: [
                "entity", "fetchRequest", "configuration", "composite", "elements", "userInfo",
            ]),
        "entity": Entry(
            [
                "name", "representedClassName", "parentEntity", "isAbstract", "codeGenerationType",
                "syncable", "elementID", "versionHashModifier",
            ],
            children: [
                "attribute", "relationship", "fetchedProperty", "fetchIndex", "compoundIndexes",
                "uniquenessConstraints", "userInfo",
            ]),
        "attribute": Entry(
            property.union([
                "attributeType", "defaultValueString", "defaultDateTimeInterval",
                "usesScalarValueType", "minValueString", "maxValueString", "minDateTimeInterval",
                "maxDateTimeInterval", "regularExpressionString", "valueTransformerName",
                "customClassName", "allowsExternalBinaryDataStorage", "allowsCloudEncryption",
                "preserveAfterDeletion", "composite", "derived", "derivationExpression",
            ]),
            children: ["userInfo"]),
        "relationship": Entry(
            property.union([
                "toMany", "minCount", "maxCount", "ordered", "deletionRule", "destinationEntity",
                "inverseName", "inverseEntity",
            ]),
            children: ["userInfo"]),
        "fetchedProperty": Entry(property, children: ["fetchRequest", "userInfo"]),
        "fetchRequest": Entry([
            "name", "entity", "predicateString", "fetchLimit", "fetchBatchSize", "resultType",
            "includeSubentities", "includePropertyValues", "includesPendingChanges",
            "returnObjectsAsFaults", "returnDistinctResults",
        ]),
        "fetchIndex": Entry(["name"], children: ["fetchIndexElement"]),
        "fetchIndexElement": Entry(["property", "expression", "expressionType", "type", "order"]),
        "compoundIndexes": Entry([], children: ["compoundIndex"]),
        "compoundIndex": Entry([], children: ["index"]),
        "index": Entry(["value"]),
        "uniquenessConstraints": Entry([], children: ["uniquenessConstraint"]),
        "uniquenessConstraint": Entry([], children: ["constraint"]),
        "constraint": Entry(["value"]),
        "configuration": Entry(["name", "usedWithCloudKit"], children: ["memberEntity"]),
        "memberEntity": Entry(["name"]),
        "composite": Entry(["name", "elementID"], children: ["attribute"]),
        "userInfo": Entry([], children: ["entry"]),
        "entry": Entry(["key", "value"]),
        // The editor's layout; nothing in it concerns the model.
        "elements": Entry([], children: ["element"]),
        "element": Entry(["name", "positionX", "positionY", "width", "height"]),
    ]
}

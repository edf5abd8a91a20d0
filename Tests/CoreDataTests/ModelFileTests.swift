import CoreData
import Foundation
import Testing

struct ModelFileTests {
    // MARK: Whole files

    @Test func `The Atlas model is read without a warning, and is sound`() throws {
        let (model, warnings) = try NSManagedObjectModel.load(contentsOf: ModelSamples.atlas)
        #expect(warnings == [])
        #expect(model.entities.map(\.name) == ["AlternateName", "City", "Country", "Note"])
        #expect(model.versionIdentifiers == ["1"])
        model.freeze()

        let city = try #require(model.entitiesByName["City"])
        #expect(city.managedObjectClassName == "NSManagedObject")
        #expect(
            city.attributesByName.mapValues(\.attributeType) == [
                "geonameID": .integer64AttributeType, "name": .stringAttributeType,
                "admin1": .stringAttributeType, "latitude": .doubleAttributeType,
                "longitude": .doubleAttributeType, "population": .integer64AttributeType,
                "timezone": .stringAttributeType,
            ])
        #expect(city.attributesByName["population"]?.defaultValue as? NSNumber == 0)
        #expect(city.indexes.map { $0.elements.map(\.propertyName) } == [["geonameID"], ["name"]])

        let names = try #require(city.relationshipsByName["alternateNames"])
        #expect(names.isToMany)
        #expect(names.deleteRule == .cascadeDeleteRule)
        #expect(names.destinationEntity === model.entitiesByName["AlternateName"])
        let country = try #require(city.relationshipsByName["country"])
        #expect(!country.isToMany)
        #expect(country.inverseRelationship?.name == "cities")
    }

    @Test func `A model that Xcode wrote for another app is read without a warning`() throws {
        let (model, warnings) = try NSManagedObjectModel.load(contentsOf: ModelSamples.moody)
        #expect(warnings == [])
        let region = try #require(model.entitiesByName["GeographicRegion"])
        let country = try #require(model.entitiesByName["Country"])
        let mood = try #require(model.entitiesByName["Mood"])
        #expect(region.isAbstract)
        #expect(region.subentities.map(\.name) == ["Continent", "Country"])
        #expect(
            country.properties.map(\.name) == [
                "markedForDeletionDate", "numberOfMoods", "numericISO3166Code", "uniquenessDummy",
                "updatedAt", "continent", "moods",
            ])
        #expect(region.uniquenessConstraintNames == [["numericISO3166Code", "uniquenessDummy"]])
        #expect(
            mood.indexes.map { $0.elements.map(\.propertyName) } == [
                ["markedForDeletionDate"], ["remoteIdentifier"],
                ["markedForRemoteDeletion", "markedForDeletionDate", "date"],
            ])
        let colors = try #require(mood.attributesByName["colors"])
        #expect(colors.attributeType == .transformableAttributeType)
        #expect(colors.valueTransformerName == "ColorsTransformer")
        #expect(
            mood.attributesByName["markedForRemoteDeletion"]?.defaultValue as? NSNumber == false)
    }

    @Test func `The initializer reads what can be read and else returns nil`() {
        #expect(NSManagedObjectModel(contentsOf: ModelSamples.atlas)?.entities.count == 4)
        let missing = ModelSamples.atlas.appendingPathExtension("missing")
        #expect(NSManagedObjectModel(contentsOf: missing) == nil)
    }

    // MARK: Versions

    @Test func `Of several versions the current one is read`() throws {
        try ModelSamples.withDirectory { directory in
            for version in ["One", "Two"] {
                try ModelSamples.write(
                    "<model><entity name=\"\(version)\"/></model>",
                    to: "App.xcdatamodeld/\(version).xcdatamodel/contents", in: directory)
            }
            try ModelSamples.write(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict>
                <key>_XCCurrentVersionName</key><string>Two.xcdatamodel</string>
                </dict></plist>
                """, to: "App.xcdatamodeld/.xccurrentversion", in: directory)
            let package = directory.appendingPathComponent("App.xcdatamodeld")
            let model = try NSManagedObjectModel.load(contentsOf: package).model
            #expect(model.entities.map(\.name) == ["Two"])
            let old = package.appendingPathComponent("One.xcdatamodel")
            #expect(NSManagedObjectModel(contentsOf: old)?.entities.map(\.name) == ["One"])
        }
    }

    // MARK: Vocabulary

    @Test func `Every type of attribute is read, with its default value`() throws {
        let (model, warnings) = try ModelSamples.load(
            elements: """
                <entity name="All">
                <attribute name="a" attributeType="Integer 16" defaultValueString="-3"/>
                <attribute name="b" attributeType="Integer 32" defaultValueString="7.0"/>
                <attribute name="c" attributeType="Integer 64"
                    defaultValueString="9223372036854775807"/>
                <attribute name="d" attributeType="Double" defaultValueString="0.25"/>
                <attribute name="e" attributeType="Float" defaultValueString="0.5"/>
                <attribute name="f" attributeType="Decimal" defaultValueString="12.34"/>
                <attribute name="g" attributeType="Boolean" defaultValueString="YES"/>
                <attribute name="h" attributeType="String" defaultValueString="a &lt; b"/>
                <attribute name="i" attributeType="Date" defaultDateTimeInterval="86400"/>
                <attribute name="j" attributeType="Date"
                    defaultValueString="2001-01-02 00:00:00 +0000"/>
                <attribute name="k" attributeType="UUID"
                    defaultValueString="E621E1F8-C36C-495A-93FC-0C247A3E6E5F"/>
                <attribute name="l" attributeType="URI" defaultValueString="https://example.org/"/>
                <attribute name="m" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
                <attribute name="n" attributeType="Transformable" customClassName="Color"/>
                <attribute name="o" attributeType="Undefined" transient="YES" optional="YES"/>
                </entity>
                """)
        #expect(warnings == [])
        let attributes = model.entities[0].attributesByName
        #expect(attributes["a"]?.defaultValue as? NSNumber == -3)
        #expect(attributes["b"]?.defaultValue as? NSNumber == 7)
        #expect(attributes["c"]?.defaultValue as? NSNumber == NSNumber(value: Int64.max))
        #expect(attributes["d"]?.defaultValue as? NSNumber == 0.25)
        #expect(attributes["e"]?.defaultValue as? NSNumber == 0.5)
        #expect(
            attributes["f"]?.defaultValue as? NSDecimalNumber == NSDecimalNumber(string: "12.34"))
        #expect(attributes["g"]?.defaultValue as? NSNumber == true)
        #expect(attributes["h"]?.defaultValue as? String == "a < b")
        let day = Date(timeIntervalSinceReferenceDate: 86_400)
        #expect(attributes["i"]?.defaultValue as? Date == day)
        #expect(attributes["j"]?.defaultValue as? Date == day)
        #expect(attributes["k"]?.defaultValue is UUID)
        #expect(attributes["l"]?.defaultValue as? URL == URL(string: "https://example.org/"))
        #expect(attributes["m"]?.allowsExternalBinaryDataStorage == true)
        #expect(attributes["n"]?.attributeValueClassName == "Color")
        #expect(attributes["o"]?.isTransient == true)
        #expect(attributes["o"]?.isOptional == true)
        #expect(attributes["a"]?.isOptional == false)
    }

    @Test func `Bounds are read in the attribute's terms`() throws {
        let (model, _) = try ModelSamples.load(
            elements: """
                <entity name="All">
                <attribute name="a" attributeType="Integer 16" minValueString="-3"
                    maxValueString="4"/>
                <attribute name="b" attributeType="Double" minValueString="0.5"/>
                <attribute name="c" attributeType="String" maxValueString="80"
                    regularExpressionString="[A-Z].*"/>
                <attribute name="d" attributeType="Date" minDateTimeInterval="0"/>
                <attribute name="e" attributeType="Decimal" maxValueString="1.5"/>
                <attribute name="f" attributeType="String"/>
                </entity>
                """)
        let bounds = model.entities[0].attributesByName.mapValues(\.bounds)
        #expect(bounds["a"] == AttributeBounds(minimum: .integer(-3), maximum: .integer(4)))
        #expect(bounds["b"] == AttributeBounds(minimum: .real(0.5)))
        #expect(bounds["c"] == AttributeBounds(maximum: .length(80), pattern: "[A-Z].*"))
        let origin = Date(timeIntervalSinceReferenceDate: 0)
        #expect(bounds["d"] == AttributeBounds(minimum: .date(origin)))
        #expect(bounds["e"] == AttributeBounds(maximum: .decimal(Decimal(string: "1.5")!)))
        #expect(bounds["f"]?.isEmpty == true)
    }

    @Test func `Every kind of relationship is read`() throws {
        let (model, warnings) = try ModelSamples.load(
            elements: """
                <entity name="Person">
                <relationship name="mother" optional="YES" maxCount="1" deletionRule="Deny"
                    destinationEntity="Person" inverseName="children" inverseEntity="Person"/>
                <relationship name="children" optional="YES" toMany="YES" ordered="YES" minCount="2"
                    maxCount="9" deletionRule="Cascade" destinationEntity="Person"
                    inverseName="mother" inverseEntity="Person"/>
                <relationship name="friends" toMany="YES" deletionRule="No Action"
                    destinationEntity="Person" inverseName="friends"/>
                <relationship name="boss" destinationEntity="Person"/>
                </entity>
                """)
        let relationships = model.entities[0].relationshipsByName
        let children = try #require(relationships["children"])
        #expect(children.isOrdered)
        #expect(children.minCount == 2)
        #expect(children.maxCount == 9)
        #expect(children.inverseRelationship === relationships["mother"])
        #expect(relationships["mother"]?.deleteRule == .denyDeleteRule)
        #expect(relationships["friends"]?.deleteRule == .noActionDeleteRule)
        #expect(relationships["friends"]?.maxCount == 0)
        #expect(relationships["friends"]?.inverseRelationship === relationships["friends"])
        #expect(relationships["boss"]?.maxCount == 1)
        #expect(relationships["boss"]?.deleteRule == .nullifyDeleteRule)
        #expect(warnings.map(\.message) == ["Person.boss has no inverse."])
        #expect(warnings.first?.line == 10)
    }

    @Test func `An entity's settings are read`() throws {
        let (model, warnings) = try ModelSamples.load(
            elements: """
                <entity name="Base" representedClassName="" isAbstract="YES" elementID="Root"
                    versionHashModifier="2" syncable="YES">
                <attribute name="code" attributeType="String" elementID="key"
                    versionHashModifier="3" preserveAfterDeletion="YES">
                <userInfo><entry key="unit" value="m"/></userInfo></attribute>
                <uniquenessConstraints><uniquenessConstraint><constraint value="code"/>
                </uniquenessConstraint></uniquenessConstraints>
                <userInfo><entry key="who" value="me"/><entry key="empty" value=""/></userInfo>
                </entity>
                <entity name="Leaf" representedClassName=".Leaf" parentEntity="Base"
                    codeGenerationType="class">
                <fetchIndex name="byCode"><fetchIndexElement property="code" type="Binary"
                    order="descending"/></fetchIndex>
                </entity>
                """)
        #expect(warnings == [])
        let base = try #require(model.entitiesByName["Base"])
        #expect(base.managedObjectClassName == "NSManagedObject")
        #expect(base.isAbstract)
        #expect(base.renamingIdentifier == "Root")
        #expect(base.versionHashModifier == "2")
        #expect(base.userInfo as? [String: String] == ["who": "me", "empty": ""])
        #expect(base.uniquenessConstraintNames == [["code"]])
        let code = try #require(base.attributesByName["code"])
        #expect(code.renamingIdentifier == "key")
        #expect(code.versionHashModifier == "3")
        #expect(code.preservesValueInHistoryOnDeletion)
        #expect(code.userInfo as? [String: String] == ["unit": "m"])
        let leaf = try #require(model.entitiesByName["Leaf"])
        #expect(leaf.managedObjectClassName == ".Leaf")
        #expect(leaf.indexes.first?.elements.first?.property === code)
        #expect(leaf.indexes.first?.elements.first?.isAscending == false)
    }

    @Test func `Composites are read with the attributes that they name`() throws {
        let (model, _) = try ModelSamples.load(
            elements: """
                <entity name="Place"><attribute name="at" attributeType="Composite"
                    composite="Point"/></entity>
                <composite name="Point">
                <attribute name="x" attributeType="Double"/>
                <attribute name="tag" attributeType="Composite" composite="Tag"/>
                </composite>
                <composite name="Tag"><attribute name="text" attributeType="String"/></composite>
                """)
        let at = model.entities[0].attributesByName["at"] as? NSCompositeAttributeDescription
        #expect(at?.elements.map(\.name) == ["x", "tag"])
        let tag = at?.elements.last as? NSCompositeAttributeDescription
        #expect(tag?.elements.map(\.attributeType) == [.stringAttributeType])
    }

    @Test func `Configurations, templates and fetched properties are read`() throws {
        let (model, warnings) = try ModelSamples.load(
            elements: """
                <entity name="Note"><attribute name="n" attributeType="Integer 64"/>
                <fetchedProperty name="others" optional="YES"><fetchRequest
                    name="fetchedPropertyFetchRequest" entity="Note" predicateString="n != 0"/>
                </fetchedProperty></entity>
                <entity name="Log"/>
                <fetchRequest name="recent" entity="Note" predicateString="n &gt; 3" fetchLimit="5"
                    returnObjectsAsFaults="NO"/>
                <configuration name="Local"><memberEntity name="Log"/></configuration>
                <elements><element name="Note" positionX="0" positionY="0" width="1" height="1"/>
                </elements>
                """)
        #expect(warnings == [])
        #expect(model.configurations == ["Local"])
        #expect(model.entities(forConfigurationName: "Local")?.map(\.name) == ["Log"])
        let recent = model.fetchRequestTemplates["recent"] as? FetchTemplate
        #expect(recent?.entityName == "Note")
        #expect(recent?.predicateFormat == "n > 3")
        #expect(recent?.fetchLimit == 5)
        #expect(recent?.returnsObjectsAsFaults == false)
        #expect(recent?.includesSubentities == true)
        let others = model.entities[0].propertiesByName["others"]
        #expect(others is NSFetchedPropertyDescription)
    }

    // MARK: Warnings

    @Test func `What is not known becomes a warning with its place and the nearest name`() throws {
        let (model, warnings) = try ModelSamples.load(
            elements: """
                <entity name="Note" colour="red">
                  <attribute name="title" attributeType="String"
                             optionel="YES"/>
                  <atribute name="text" attributeType="String"/>
                </entity>
                """)
        #expect(model.entities[0].properties.map(\.name) == ["title"])
        #expect(
            warnings.map { "\($0.line):\($0.column): \($0.message) \($0.remedy)" } == [
                """
                2:21: The entity Note: "colour" is unknown and was left out. Remove it if it does \
                not matter.
                """,
                """
                4:14: Note.title: "optionel" is unknown and was left out. Did you mean "optional"?
                """,
                """
                5:3: The element "atribute" in "entity" is unknown and was left out, with all in \
                it. Did you mean "attribute"?
                """,
            ])
    }

    @Test func `An index on an expression is left out with a warning`() throws {
        let (model, warnings) = try ModelSamples.load(
            elements: """
                <entity name="Note"><attribute name="title" attributeType="String"/>
                <attribute name="loud" attributeType="String" derived="YES"
                    derivationExpression="uppercase:(title)"/>
                <fetchIndex name="bySize"><fetchIndexElement expression="title.length" type="Binary"
                    order="ascending"/></fetchIndex></entity>
                """)
        let derived = model.entities[0].attributesByName["loud"] as? NSDerivedAttributeDescription
        #expect(derived?.derivationExpression == NSExpression(format: "uppercase(title)"))
        #expect(model.entities[0].indexes.isEmpty)
        #expect(
            warnings.map(\.message) == [
                "Note.bySize is on an expression, and is left out."
            ])
    }
}

import CSQLite
import CoreData
import Execution

/// People, teams and tags, both in memory and in a SQLite database of Apple's layout.
///
/// Many values are missing, many are equal but for case, accents or normal form, and some sit on
/// edges: empty text, wildcards, the last Unicode scalar, whole numbers beside fractions.
final class PredicateWorld {
    let model: NSManagedObjectModel
    let database: PredicateDatabase
    private(set) var people: [PredicateRecord] = []
    private(set) var teams: [PredicateRecord] = []
    private(set) var tags: [PredicateRecord] = []

    static let names = [
        "Zürich", "zurich", "ZÜRICH", "Zu\u{308}rich", "Zug", "", "straße", "STRASSE", "a*b?",
        "100%", "x'y\"z", "Ålesund", "alesund", "\u{10FFFF}x", "ab", "abc", "ABCD", "b",
    ]

    init(seed: UInt64, people: Int = 40) throws {
        model = Self.makeModel()
        model.freeze()
        database = try PredicateDatabase()
        var random = RandomStream(seed: seed)
        for key in 1...6 { teams.append(PredicateRecord(entity: "Team", key: Int64(key))) }
        for key in 1...7 { tags.append(PredicateRecord(entity: "Tag", key: Int64(key))) }
        for key in 1...people {
            self.people.append(PredicateRecord(entity: "Person", key: Int64(key)))
        }
        fill(&random)
        try store()
    }

    var person: NSEntityDescription { model.entitiesByName["Person"]! }

    /// The key of a record, for constants in predicates.
    static func key(of object: Any, _ entity: NSEntityDescription) -> Int64? {
        guard let record = object as? PredicateRecord, record.entity == entity.name else {
            return nil
        }
        // A record that was never saved has no key.
        return record.key > 0 ? record.key : nil
    }

    /// The keys of the people that satisfy a predicate, in memory.
    func keysInMemory(_ predicate: NSPredicate) -> [Int64] {
        people.filter { predicate.evaluate(with: $0) }.map(\.key)
    }

    /// The same by a predicate that is made ready once for all of them.
    func keysWhenPrepared(_ predicate: NSPredicate) -> [Int64] {
        let prepared = PreparedPredicate(predicate)
        return people.filter { prepared.holds($0) }.map(\.key)
    }

    /// The keys of the people that the predicate's SQL finds.
    func keysInStore(_ predicate: NSPredicate) throws -> [Int64] {
        try database.keys(try statement(predicate))
    }

    func translator() -> SQLTranslator {
        SQLTranslator(entity: person, keyOfObject: Self.key)
    }

    func statement(
        _ predicate: NSPredicate, sortedBy descriptors: [NSSortDescriptor] = []
    ) throws -> SQLFragment {
        let translator = translator()
        let condition = try translator.condition(predicate)
        let order = try translator.order(descriptors)
        let terms: SQLFragment = order.map { "\($0), t0.Z_PK" } ?? "t0.Z_PK"
        return """
            SELECT t0.Z_PK FROM ZPERSON AS t0\(raw: translator.joins) WHERE \(condition) \
            ORDER BY \(terms)
            """
    }
}

// MARK: - Model

extension PredicateWorld {
    private static let attributes: [(String, NSAttributeType)] = [
        ("name", .stringAttributeType), ("nick", .stringAttributeType),
        ("age", .integer32AttributeType), ("flags", .integer64AttributeType),
        ("isActive", .booleanAttributeType), ("score", .doubleAttributeType),
        ("price", .decimalAttributeType), ("born", .dateAttributeType),
        ("code", .UUIDAttributeType), ("site", .URIAttributeType),
        ("photo", .binaryDataAttributeType),
    ]

    private static func makeModel() -> NSManagedObjectModel {
        let person = NSEntityDescription(), team = NSEntityDescription()
        let tag = NSEntityDescription()
        (person.name, team.name, tag.name) = ("Person", "Team", "Tag")
        let attributes = attributes.map { attribute($0.0, $0.1) }
        let archive = attribute("archive", .transformableAttributeType)
        let draft = attribute("draft", .stringAttributeType)
        draft.isTransient = true
        let (membership, members) = pair(person, "team", 1, team, "members", 0)
        let (boss, reports) = pair(person, "boss", 1, person, "reports", 0)
        let (tagged, wearers) = pair(person, "tags", 0, tag, "people", 0)
        person.properties = attributes + [archive, draft, membership, boss, reports, tagged]
        team.properties = [
            attribute("title", .stringAttributeType), attribute("size", .integer16AttributeType),
            members,
        ]
        tag.properties = [
            attribute("label", .stringAttributeType), attribute("weight", .doubleAttributeType),
            wearers,
        ]
        let model = NSManagedObjectModel()
        model.entities = [person, team, tag]
        return model
    }

    private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription
    {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        return attribute
    }

    private static func pair(
        _ left: NSEntityDescription, _ forward: String, _ forwardCount: Int,
        _ right: NSEntityDescription, _ backward: String, _ backwardCount: Int
    ) -> (NSRelationshipDescription, NSRelationshipDescription) {
        let there = NSRelationshipDescription(), back = NSRelationshipDescription()
        (there.name, there.maxCount, there.destinationEntity) = (forward, forwardCount, right)
        (back.name, back.maxCount, back.destinationEntity) = (backward, backwardCount, left)
        there.inverseRelationship = back
        back.inverseRelationship = there
        return (there, back)
    }
}

// MARK: - Values

extension PredicateWorld {
    private func fill(_ random: inout RandomStream) {
        for team in teams {
            team.values["title"] = Self.maybe(Self.names, &random)
            team.values["size"] = Self.maybe([0, 1, 5].map { NSNumber(value: $0) }, &random)
        }
        for tag in tags {
            tag.values["label"] = Self.maybe(Self.names, &random)
            tag.values["weight"] = Self.maybe([0.0, 0.5, 2, 10.25], &random)
        }
        for person in people {
            for (name, _) in Self.attributes {
                person.values[name] = Self.maybe(Self.pool(of: name), &random)
            }
            person.values["team"] = Self.maybe(teams, &random)
            person.values["boss"] = Self.maybe(people, &random)
            person.values["tags"] = NSSet(array: tags.filter { _ in random.next() % 3 == 0 })
        }
        for team in teams {
            team.values["members"] = NSSet(
                array: people.filter { $0.values["team"] as? PredicateRecord === team })
        }
        for person in people {
            person.values["reports"] = NSSet(
                array: people.filter { $0.values["boss"] as? PredicateRecord === person })
        }
        for tag in tags {
            tag.values["people"] = NSSet(
                array: people.filter { ($0.values["tags"] as! NSSet).contains(tag) })
        }
    }

    private static func maybe(_ pool: [Any], _ random: inout RandomStream) -> Any? {
        random.next() % 4 == 0 ? nil : pool[Int(random.next() % UInt64(pool.count))]
    }

    /// Some values for an attribute; predicates draw their constants from the same.
    static func pool(of attribute: String) -> [Any] {
        switch attribute {
        case "age": [-1, 0, 1, 2, 30, 31].map { NSNumber(value: $0) }
        case "flags": [0, 1, 5, 7, Int64.max, Int64.min].map { NSNumber(value: $0) }
        case "isActive": [true, false].map { NSNumber(value: $0) }
        case "score": [-0.5, 0, 1, 2.5, 3, 30, 0x1p62].map { NSNumber(value: $0) }
        case "price":
            ["0", "0.07", "0.5", "3", "7", "19.99", "30.25"].map { NSDecimalNumber(string: $0) }
        case "born": [-86400.0, 0, 0.5, 1000].map { Date(timeIntervalSinceReferenceDate: $0) }
        case "code":
            ["0", "1", "F"].map { UUID(uuidString: "\($0)0000000-0000-0000-0000-000000000001")! }
        case "site": ["http://a", "http://b/c"].map { URL(string: $0)! }
        case "photo": [[], [0], [0, 1], [255]].map { (bytes: [UInt8]) in Data(bytes) }
        default: names
        }
    }

    private func store() throws {
        try database.createTables()
        for person in people {
            var columns = Self.attributes.map { (name: $0.0, value: person.values[$0.0]) }
            columns.append(("team", (person.values["team"] as? PredicateRecord)?.key))
            columns.append(("boss", (person.values["boss"] as? PredicateRecord)?.key))
            try database.insert(person, columns)
            for case let tag as PredicateRecord in person.values["tags"] as! NSSet {
                try database.run(
                    "INSERT INTO Z_1TAGS VALUES (\(raw: UInt(person.key)), \(raw: UInt(tag.key)))")
            }
        }
        for team in teams {
            try database.insert(team, ["title", "size"].map { ($0, team.values[$0]) })
        }
        for tag in tags {
            try database.insert(tag, ["label", "weight"].map { ($0, tag.values[$0]) })
        }
    }
}

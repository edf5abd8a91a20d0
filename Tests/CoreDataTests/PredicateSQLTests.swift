import CoreData
import Execution
import Testing

@Suite(.inVirtualTime) struct PredicateSQLTests {
    private func sql(_ format: String, _ arguments: Any...) throws -> SQLFragment {
        let world = try PredicateWorld(seed: 1, people: 2)
        return try world.translator().condition(
            NSPredicate(format: format, argumentArray: arguments))
    }

    @Test func `Comparisons are two-valued where it matters`() throws {
        #expect(try sql("age == 3") == "(t0.ZAGE = \(binding: .integer(3)))")
        #expect(try sql("age != 3") == "(t0.ZAGE IS NOT \(binding: .integer(3)))")
        #expect(try sql("age == nil") == "(t0.ZAGE IS NULL)")
        #expect(try sql("age < 3") == "(t0.ZAGE < \(binding: .integer(3)))")
        #expect(try sql("NOT age < 3") == "(NOT ((t0.ZAGE < \(binding: .integer(3))) IS TRUE))")
        #expect(try sql("age == flags") == "(t0.ZAGE IS t0.ZFLAGS)")
        #expect(try sql("age == 'x'") == "(0)")
        #expect(try sql("age < nil") == "(0)")
    }

    @Test func `To-ones are joined once and only for their columns`() throws {
        let world = try PredicateWorld(seed: 1, people: 2)
        let translator = world.translator()
        let team = world.teams[0]
        let predicate = NSPredicate(
            format: "team == %@ AND team.title == 'x' AND team.size > 1 AND boss == nil", team)
        let condition = try translator.condition(predicate)
        #expect(
            condition.text
                == "(t0.ZTEAM = ? AND t1.ZTITLE = ? AND t1.ZSIZE > ? AND t0.ZBOSS IS NULL)")
        #expect(translator.joins == " LEFT JOIN ZTEAM AS t1 ON t1.Z_PK = t0.ZTEAM")
        #expect(condition.bindings == [.integer(1), .text("x"), .integer(1)])
    }

    @Test func `To-manys are subqueries`() throws {
        #expect(
            try sql("ANY reports.age > 3").text
                == "(EXISTS (SELECT 1 FROM ZPERSON AS t1 "
                + "WHERE t1.ZBOSS = t0.Z_PK AND (t1.ZAGE > ?)))"
        )
        #expect(
            try sql("tags.@count == 0").text
                == "((SELECT COUNT(*) FROM Z_1TAGS AS t1 WHERE t1.Z_1PEOPLE = t0.Z_PK) = ?)")
        #expect(
            try sql("ALL tags.label == 'x'").text
                == "(NOT EXISTS (SELECT 1 FROM Z_1TAGS AS t1 "
                + "JOIN ZTAG AS t2 ON t2.Z_PK = t1.Z_2TAGS "
                + "WHERE t1.Z_1PEOPLE = t0.Z_PK AND (NOT (t2.ZLABEL IS ?))))")
    }

    @Test func `A prefix is a range that an index serves`() throws {
        #expect(
            try sql("name BEGINSWITH 'Zu'")
                == "((t0.ZNAME >= \(binding: .text("Zu")) AND t0.ZNAME < \(binding: .text("Zv"))))")
        #expect(try sql("name BEGINSWITH %@", "\u{10FFFF}").text == "(t0.ZNAME >= ?)")
        #expect(try sql("name BEGINSWITH %@", "a\u{D7FF}").bindings.last == .text("a\u{E000}"))
        #expect(try sql("name LIKE 'Zu*'").text == "((t0.ZNAME >= ? AND t0.ZNAME < ?))")
        let world = try PredicateWorld(seed: 1, people: 2)
        for format in ["name BEGINSWITH 'Zu'", "name == 'Zu'", "name IN {'a', 'b'}", "name == nil"]
        {
            let statement = try world.statement(NSPredicate(format: format))
            #expect(
                try world.database.plan(statement).contains("INDEX ZPERSON_NAME (ZNAME"),
                "\(format)"
            )
        }
    }

    @Test func `Lists keep the order of arrays and sort sets`() throws {
        #expect(
            try sql("age IN %@", [3, 1, 2]).bindings == [.integer(3), .integer(1), .integer(2)])
        #expect(
            try sql("age IN %@", Set([3, 1, 2])).bindings == [
                .integer(1), .integer(2), .integer(3),
            ])
        let withNil = try sql("age IN %@", [1, NSNull()] as NSArray)
        #expect(withNil.text == "((t0.ZAGE IN (?) OR t0.ZAGE IS NULL))")
        #expect(try sql("age IN %@", [Int]()).text == "(0)")
        #expect(try sql("age IN %@", ["x"]).text == "(0)")
    }

    @Test func `Great lists are bound as one parameter and find the same`() throws {
        let world = try PredicateWorld(seed: 3)
        let numbers = Array(-1...2000).map { NSNumber(value: $0) }
        let texts = (0...2000).map { "t\($0)\"\\\n\u{1}" } + PredicateWorld.names
        for predicate in [
            NSPredicate(format: "age IN %@", numbers), NSPredicate(format: "name IN %@", texts),
            NSPredicate(format: "NOT name IN[cd] %@", texts),
            NSPredicate(
                format: "SELF IN %@", Array(repeating: world.people, count: 30).flatMap { $0 }),
        ] {
            #expect(try world.statement(predicate).bindings.count == 1)
            #expect(try world.keysInStore(predicate) == world.keysInMemory(predicate))
        }
    }

    @Test func `Thousands of alternatives stay below SQLite's depth`() throws {
        let world = try PredicateWorld(seed: 3)
        let predicate = NSCompoundPredicate(
            orPredicateWithSubpredicates: (0..<3000).map { NSPredicate(format: "age == %d", $0) })
        #expect(try world.keysInStore(predicate) == world.keysInMemory(predicate))
    }

    @Test(arguments: [
        ("nope == 1", SQLTranslationError.Code.unknownKey), ("team.nope == 1", .unknownKey),
        ("tags.label == 'x'", .cardinality), ("ANY age == 1", .cardinality),
        ("SUBQUERY(team, $x, TRUEPREDICATE).@count > 0", .cardinality),
        ("ANY reports.team.members.age == 1", .cardinality), ("draft == 'x'", .notInStore),
        ("archive == 'x'", .notInStore), ("age == $x", .unboundVariable),
        ("tags[0] == 1", .notTranslatable), ("(tags UNION reports).@count == 1", .notTranslatable),
        ("tags.@sum.label == 1", .notTranslatable),
    ])
    func `What the store cannot answer is refused with the reason`(
        _ format: String, _ code: SQLTranslationError.Code
    ) {
        let error = #expect(throws: SQLTranslationError.self) { try sql(format) }
        #expect(error?.code == code)
    }

    @Test func `Blocks are refused, archives compare with nil`() throws {
        let world = try PredicateWorld(seed: 1, people: 2)
        let block = NSPredicate { _, _ in true }
        #expect(throws: SQLTranslationError.self) { try world.translator().condition(block) }
        #expect(try sql("archive == nil").text == "(t0.ZARCHIVE IS NULL)")
    }

    @Test func `Objects are compared by their keys, unsaved ones with nothing`() throws {
        let unsaved = PredicateRecord(entity: "Team", key: 0)
        #expect(try sql("team == %@", unsaved).text == "(0)")
        #expect(try sql("team != %@", unsaved).text == "(1)")
        let person = PredicateRecord(entity: "Person", key: 7)
        #expect(try sql("SELF == %@", person) == "(t0.Z_PK = \(binding: .integer(7)))")
        #expect(try sql("objectID IN %@", [person]) == "(t0.Z_PK IN (\(binding: .integer(7))))")
        #expect(try sql("team == %@", person).text == "(0)")
    }
}

import CoreData
import Execution
import Foundation
import Testing

/// Random predicates on random rows, which store and memory must answer alike; from a seed.
///
/// Memory answers in three ways: interpreting, prepared, and compiled for the rows of managed
/// objects. `LAB_TEST_PREDICATES=25000 swift test --filter PredicateDifferentialTests` asks 100,000
/// predicates, 25,000 from each seed.
@Suite struct PredicateDifferentialTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `SQL finds the rows for which the predicate holds in memory`(_ seed: UInt64) throws {
        let world = try PredicateWorld(seed: seed)
        let objects = try PredicateObjects(world)
        let random = RandomStream(seed: seed).keyed("predicates")
        var matching = 0
        let count =
            ProcessInfo.processInfo.environment["LAB_TEST_PREDICATES"].flatMap(Int.init) ?? 600
        for index in 0..<count {
            var generator = PredicateGenerator(random.keyed(index), world)
            let (format, arguments) = generator.next()
            let predicate = try PredicateParser.parse(format, arguments: arguments)
            let expected = world.keysInMemory(predicate)
            #expect(
                world.keysWhenPrepared(predicate) == expected,
                "seed \(seed), predicate \(index): \(format)")
            #expect(
                try objects.keys(format, arguments) == expected,
                "compiled, seed \(seed), predicate \(index): \(format)")
            let statement = try world.statement(predicate)
            let found = try world.database.keys(statement)
            matching += expected.isEmpty || expected.count == world.people.count ? 0 : 1
            try #require(
                found == expected,
                """
                seed \(seed), predicate \(index): \(format)
                arguments \(arguments)
                \(statement.text)
                \(statement.bindings)
                """)
        }
        // Predicates that find all or nothing prove little.
        #expect(matching > count / 3, "seed \(seed)")
    }

    @Test func `A value is found in a long list as in a short one`() throws {
        let numbers: [Any] = (0..<40).map { NSNumber(value: $0 * 3) }
        let texts: [Any] = (0..<40).map { "name \($0)" } + ["\u{e9}", ""]
        let lists: [[Any]] = [
            numbers, texts, numbers + texts, numbers + [NSNumber(value: 4.5)],
            numbers + [NSNull()], Array(numbers.prefix(3)),
        ]
        let values: [Any] = [
            NSNumber(value: 6), NSNumber(value: 7), NSNumber(value: 6.0), NSNumber(value: 4.5),
            NSNumber(value: true), "name 7", "name 77", "6", "e\u{301}", "\u{e9}", "", NSNull(),
        ]
        for list in lists {
            for format in ["SELF IN %@", "NOT SELF IN %@", "SELF IN[c] %@"] {
                let predicate = NSPredicate(format: format, argumentArray: [list])
                let prepared = PreparedPredicate(predicate)
                for value in values {
                    #expect(
                        prepared.holds(value) == predicate.evaluate(with: value),
                        "\(value) \(format) of \(list.count)")
                }
            }
        }
    }

    @Test func `A predicate that is printed and read again finds the same`() throws {
        let seed: UInt64 = 5
        let world = try PredicateWorld(seed: seed)
        let random = RandomStream(seed: seed).keyed("printed")
        for index in 0..<300 {
            var generator = PredicateGenerator(random.keyed(index), world)
            let (format, arguments) = generator.next()
            guard arguments.allSatisfy({ $0 is String || $0 is NSNumber || $0 is Date }) else {
                continue  // Only these have literals.
            }
            let predicate = try PredicateParser.parse(format, arguments: arguments)
            let again = try PredicateParser.parse(
                PredicateFormatPrinter.format(of: predicate))
            #expect(again.isEqual(predicate), "seed \(seed), predicate \(index): \(format)")
            #expect(world.keysInMemory(again) == world.keysInMemory(predicate))
        }
    }
}

import CoreData
import Execution
import Testing

/// The store must find what memory finds. Random predicates on random rows, from a seed.
@Suite struct PredicateDifferentialTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `SQL finds the rows for which the predicate holds in memory`(_ seed: UInt64) throws {
        let world = try PredicateWorld(seed: seed)
        let random = RandomStream(seed: seed).keyed("predicates")
        var matching = 0
        for index in 0..<600 {
            var generator = PredicateGenerator(random.keyed(index), world)
            let (format, arguments) = generator.next()
            let predicate = try PredicateParser.parse(format, arguments: arguments)
            let expected = world.keysInMemory(predicate)
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
        #expect(matching > 200, "seed \(seed)")
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

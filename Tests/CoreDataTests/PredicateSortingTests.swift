import CoreData
import Execution
import Testing

@Suite struct PredicateSortingTests {
    @Test func `A descriptor knows its key and sorts nil first`() {
        let descriptor = NSSortDescriptor(key: "team.size", ascending: true)
        #expect(descriptor.key == "team.size")
        let objects: [[String: Any]] = [
            ["team": ["size": 2]], ["team": NSNull()], ["team": ["size": 1.5]],
        ]
        let sorted = (objects as NSArray).sortedArray(using: [descriptor]) as! [[String: Any]]
        #expect(sorted.map { ($0["team"] as? [String: Any])?["size"] as? Double } == [nil, 1.5, 2])
        let reversed = descriptor.reversedSortDescriptor as! NSSortDescriptor
        #expect(reversed.compare(objects[0], to: objects[1]) == .orderedAscending)
        #expect(descriptor == NSSortDescriptor(key: "team.size", ascending: true))
    }

    @Test func `The first descriptor that tells two objects apart decides`() {
        let descriptors = [
            NSSortDescriptor(key: "name", ascending: true),
            NSSortDescriptor(key: "age", ascending: false),
        ]
        let old = ["name": "a", "age": 3] as [String: Any],
            young = ["name": "a", "age": 1] as [String: Any]
        #expect(descriptors.compare(old, to: young) == .orderedAscending)
        #expect(descriptors.compare(old, to: old) == .orderedSame)
    }

    @Test func `A comparator sorts in memory and is refused by the store`() throws {
        let descriptor = NSSortDescriptor(key: "name", ascending: true) { left, right in
            (left as! String).count < (right as! String).count
                ? .orderedAscending : .orderedDescending
        }
        #expect(descriptor.compare(["name": "zz"], to: ["name": "aaa"]) == .orderedAscending)
        let world = try PredicateWorld(seed: 1, people: 2)
        #expect(throws: SQLTranslationError.self) { try world.translator().order([descriptor]) }
    }

    @Test func `SQL sorts as memory does`() throws {
        let seed: UInt64 = 11
        let world = try PredicateWorld(seed: seed)
        let keys = [
            "name", "age", "score", "price", "born", "code", "site", "photo", "team.title",
            "boss.team.size", "boss.boss.name", "reports.@count", "name.length", "isActive",
        ]
        let all = NSPredicate(value: true)
        for key in keys {
            for ascending in [true, false] {
                let descriptors = [
                    NSSortDescriptor(key: key, ascending: ascending),
                    NSSortDescriptor(key: "age", ascending: !ascending),
                ]
                let expected = world.people.sorted { left, right in
                    let order = descriptors.compare(left, to: right)
                    return order == .orderedSame ? left.key < right.key : order == .orderedAscending
                }
                let found = try world.database.keys(world.statement(all, sortedBy: descriptors))
                #expect(found == expected.map(\.key), "seed \(seed), \(key), \(ascending)")
            }
        }
    }
}

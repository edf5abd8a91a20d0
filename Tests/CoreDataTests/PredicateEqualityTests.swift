import CoreData
import Foundation
import Testing

/// Compounds that Foundation's initializers make.
struct PredicateEqualityTests {
    private let one = NSPredicate(format: "a == 1")
    private let other = NSPredicate(format: "b == 2")

    @Test func `Foundation's compounds are equal by content`() {
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [one, other])
        let same = NSCompoundPredicate(
            type: .and, subpredicates: [NSPredicate(format: "a == 1"), other])
        let nested = NSCompoundPredicate(notPredicateWithSubpredicate: both)
        #expect(both == same)
        #expect(both == NSPredicate(format: "a == 1 AND b == 2"))
        #expect(NSPredicate(format: "a == 1 AND b == 2") == both)
        #expect(nested == NSPredicate(format: "NOT (a == 1 AND b == 2)"))
        #expect(both != NSCompoundPredicate(orPredicateWithSubpredicates: [one, other]))
        #expect(both != NSCompoundPredicate(andPredicateWithSubpredicates: [other, one]))
        #expect(both != one)
        #expect(one != other)
    }

    @Test func `A request hands out a compound of Foundation's with its format`() {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        let either = NSCompoundPredicate(orPredicateWithSubpredicates: [one, other])
        request.predicate = NSCompoundPredicate(
            andPredicateWithSubpredicates: [either, NSPredicate(value: true)])
        #expect("\(request.predicate!)" == "(a == 1 OR b == 2) AND TRUEPREDICATE")
        let copy = request.copy() as? NSFetchRequest<NSManagedObject>
        #expect(copy?.predicate == request.predicate)
    }
}

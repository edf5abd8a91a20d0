import Foundation

/// A predicate prepared for many objects.
///
/// Its constants are read once, and long lists of whole numbers and texts become look-up tables. An
/// importer that finds a batch by its keys, among 10,000 unsaved objects, would otherwise compare
/// five million times. For objects with rows it is compiled further, see `RowPredicate`.
package struct PreparedPredicate {
    let test: Test

    /// - Parameter predicate: `nil` for one that is true for every object.
    package init(_ predicate: NSPredicate?) {
        test = predicate.map { Test($0) } ?? .constant(true)
    }

    /// Whether the predicate is true for an object of any kind.
    package func holds(_ object: Any?) -> Bool {
        test.holds(PredicateEvaluator(object: object, variables: [:]))
    }
}

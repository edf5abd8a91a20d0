import Foundation

/// A predicate prepared for many objects.
///
/// Its constants are read once, and long lists of whole numbers and texts become look-up tables. An
/// importer that finds a batch by its keys, among 10,000 unsaved objects, would otherwise compare
/// five million times.
///
/// For objects with a row it is compiled, once for each entity; see `RowProgram`. Any other object
/// is interpreted.
package struct PreparedPredicate {
    private let test: Test
    private let programs = Programs()

    /// The compiled forms, made when they are first needed.
    private final class Programs {
        private var known: [(layout: RowLayout, program: RowProgram)] = []

        @inline(__always)
        func program(_ layout: RowLayout, _ test: Test) -> RowProgram {
            for entry in known where entry.layout === layout { return entry.program }
            return add(layout, test)
        }

        @inline(never)
        private func add(_ layout: RowLayout, _ test: Test) -> RowProgram {
            let program = RowProgram(test, layout)
            known.append((layout, program))
            return program
        }
    }

    /// - Parameter predicate: `nil` for one that is true for every object.
    package init(_ predicate: NSPredicate?) {
        test = predicate.map { Test($0) } ?? .constant(true)
    }

    /// Whether the predicate is true for an object of any kind.
    package func holds(_ object: Any?) -> Bool {
        switch object {
        case let object as NSManagedObject: holds(object)
        case let view as RowView: holds(view)
        default: test.holds(PredicateEvaluator(object: object, variables: [:]))
        }
    }

    /// Whether the predicate is true for an object with a row.
    func holds<Holder: RowHolder>(_ holder: Holder) -> Bool {
        guard !holder.hasOwnReading else {
            return test.holds(PredicateEvaluator(object: holder, variables: [:]))
        }
        return programs.program(holder.layout, test).holds(holder)
    }
}

import Foundation

/// A predicate compiled for objects with rows, once for each entity; see `RowProgram`.
///
/// An object whose class reads values by key in its own way is interpreted.
struct RowPredicate {
    private let predicate: PreparedPredicate
    private let programs = Programs()

    /// The programs by entity, made when they are first needed.
    private final class Programs {
        private var known: [(layout: RowLayout, program: RowProgram)] = []

        @inline(__always)
        func program(_ layout: RowLayout, _ predicate: PreparedPredicate) -> RowProgram {
            for entry in known where entry.layout === layout { return entry.program }
            return add(layout, predicate)
        }

        @inline(never)
        private func add(_ layout: RowLayout, _ predicate: PreparedPredicate) -> RowProgram {
            let program = RowProgram(predicate.test, layout)
            known.append((layout, program))
            return program
        }
    }

    /// - Parameter predicate: `nil` for one that is true for every object.
    init(_ predicate: NSPredicate?) {
        self.predicate = PreparedPredicate(predicate)
    }

    /// Whether the predicate is true for an object.
    func holds<Holder: RowHolder>(_ holder: Holder) -> Bool {
        guard !holder.hasOwnReading else { return predicate.holds(holder) }
        return programs.program(holder.layout, predicate).holds(holder)
    }
}

extension PreparedPredicate.Test {
    /// The test of rows of one entity; `nil` if it needs more than one row, or is no comparison.
    func compiled(_ layout: RowLayout) -> RowTest? {
        switch self {
        case .comparison(let left, let type, let options, let value):
            guard let left = RowOperand(left, layout) else { return nil }
            return RowComparison.comparison(left, type, options, value)
        case .membership(let left, let list):
            guard let left = RowOperand(left, layout) else { return nil }
            return RowComparison.membership(left, list)
        case .any(let comparison as NSComparisonPredicate)
        where comparison.comparisonPredicateModifier == .direct:
            return RowComparison.comparison(
                comparison.leftExpression, comparison.predicateOperatorType, comparison.options,
                comparison.rightExpression, layout)
        default: return nil
        }
    }
}

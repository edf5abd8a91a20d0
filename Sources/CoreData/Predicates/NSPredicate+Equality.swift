import Foundation

// Foundation's compound predicates on Linux inherit `isEqual` and `predicateFormat` of a constant:
// any two are equal, and every format is FALSEPREDICATE. This module can override neither, nor
// replace Foundation's initializers. So it adds a `==` for predicates, which Swift prefers to that
// of `NSObject`, and requests and expressions convert such compounds to ours.
extension NSPredicate {
    /// Whether two predicates have the same content.
    public static func == (left: NSPredicate, right: NSPredicate) -> Bool {
        left.hasContent(of: right)
    }

    /// Whether two predicates have different content.
    public static func != (left: NSPredicate, right: NSPredicate) -> Bool {
        !left.hasContent(of: right)
    }

    func hasContent(of other: NSPredicate) -> Bool {
        if self === other { return true }
        switch (self as? NSCompoundPredicate, other as? NSCompoundPredicate) {
        case (let left?, let right?):
            return left.compoundPredicateType == right.compoundPredicateType
                && left.subpredicates.count == right.subpredicates.count
                && zip(left.subpredicates, right.subpredicates).allSatisfy { $0.hasContent(of: $1) }
        case (nil, nil): return isEqual(other)
        default: return false
        }
    }

    /// The predicate with compounds that have equality and a format.
    var readable: NSPredicate {
        guard let compound = self as? NSCompoundPredicate, !(self is FormatCompoundPredicate) else {
            return self
        }
        return FormatCompoundPredicate(
            type: compound.compoundPredicateType,
            subpredicates: compound.subpredicates.map(\.readable))
    }
}

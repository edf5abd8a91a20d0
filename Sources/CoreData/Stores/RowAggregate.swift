import Foundation

/// Computes functions over the rows of one group, by SQLite's rules.
///
/// Nil does not count as a value. The sum of no values is 0; their average and extremes are nil.
///
/// If the argument leads along a to-many, the members of all rows are the values, as in a join.
final class RowAggregate {
    private let rows: [RowView]
    /// The first failure; the caller replaces expressions, which cannot throw.
    private(set) var failure: NSError?

    init(_ rows: [RowView]) {
        self.rows = rows
    }

    func value(_ function: CollectionOperator, of argument: NSExpression) -> Any? {
        let found = rows.map { row in
            PredicateEvaluator(object: row, variables: [:]).value(of: argument)
        }
        let lists = found.map { value in
            unwrapped(value).flatMap { PredicateValue.elements(of: $0) }
        }
        if lists.contains(where: { $0 != nil }) { return value(function, ofAll: lists, argument) }
        let values = found.compactMap { unwrapped($0) }
        switch function {
        case .count: return NSNumber(value: values.count)
        case .sum: return sum(values, argument)
        case .average:
            let sum = total(values, argument)
            return values.isEmpty ? nil : NSNumber(value: sum / Double(values.count))
        case .min: return extreme(values, .orderedAscending, argument)
        case .max: return extreme(values, .orderedDescending, argument)
        }
    }

    private func value(
        _ function: CollectionOperator, ofAll lists: [[Any?]?], _ argument: NSExpression
    ) -> Any? {
        let members = lists.flatMap { $0 ?? [] }
        let values = members.compactMap { unwrapped($0) }
        switch function {
        case .count: return NSNumber(value: members.count)
        // Several rows were flattened already: an empty sum is 0, never nil.
        case .sum: return NSNumber(value: total(values, argument))
        case .average:
            let sum = total(values, argument)
            return members.isEmpty ? nil : NSNumber(value: sum / Double(members.count))
        case .min: return extreme(values, .orderedAscending, argument)
        case .max: return extreme(values, .orderedDescending, argument)
        }
    }

    /// The sum; an integer if all values are integers and an `Int64` holds it, else a double.
    private func sum(_ values: [Any], _ argument: NSExpression) -> NSNumber {
        var whole: Int128 = 0
        for value in values {
            guard case .integer(let number) = PredicateValue(value) else {
                return NSNumber(value: total(values, argument))
            }
            whole += Int128(number)
        }
        return Int64(exactly: whole).map { NSNumber(value: $0) } ?? NSNumber(value: Double(whole))
    }

    private func total(_ values: [Any], _ argument: NSExpression) -> Double {
        values.reduce(0) { sum, value in
            guard let number = PredicateValue(value).doubleValue else {
                refuse(argument, "only numbers have a sum or an average")
                return sum
            }
            return sum + number
        }
    }

    private func extreme(
        _ values: [Any], _ wanted: ComparisonResult, _ argument: NSExpression
    ) -> Any? {
        var best: Any?
        for value in values {
            if value is any ObjectIdentifying { refuse(argument, "its values have no order") }
            guard let present = best else {
                best = value
                continue
            }
            let order = PredicateValue(value).order(to: PredicateValue(present), options: [])
            if order == wanted { best = value }
        }
        return best
    }

    private func refuse(_ argument: NSExpression, _ reason: String) {
        if failure == nil { failure = CoreDataError.noAggregate(argument, reason) }
    }
}

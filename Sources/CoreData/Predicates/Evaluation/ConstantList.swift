import Foundation

/// The constants of an IN, as tables.
struct ConstantList {
    private var numbers: Set<Int64> = []
    /// The list's texts; a text that is here must still be compared.
    ///
    /// Swift considers some texts equal that SQLite distinguishes.
    private var texts: Set<String> = []
    let values: PredicateValue

    /// - Returns: `nil` for a short list, or one with other values.
    init?(_ list: PredicateValue) {
        guard case .collection(let elements) = list, elements.count > 8 else { return nil }
        values = list
        for element in elements {
            switch PredicateValue(element) {
            case .integer(let number): numbers.insert(number)
            case .text(let text): texts.insert(text)
            default: return nil
            }
        }
    }

    func contains(_ value: PredicateValue) -> Bool {
        switch value {
        case .integer(let number):
            return numbers.contains(number)
        case .text(let text) where !texts.contains(text):
            return false
        default:
            return NSComparisonPredicate.Operator.in.holds(value, values, options: [])
        }
    }
}

import Foundation

/// The descriptor that `NSSortDescriptor(key:ascending:)` makes, which has its key as text.
final class KeySortDescriptor: NSSortDescriptor {
    let path: PropertyPath
    /// Compares values instead of the default order; a store refuses such a descriptor.
    let valueComparator: Comparator?

    init(path: PropertyPath, ascending: Bool, comparator: Comparator? = nil) {
        self.path = path
        valueComparator = comparator
        // Foundation requires a Swift key path, but `compare` and `key` are overridden and never
        // read it.
        super.init(keyPath: \NSObject.hash, ascending: ascending)
    }

    /// Returns `nil`, as for an unreadable archive: sort descriptors with keys are not archived.
    required init?(coder: NSCoder) {
        nil
    }

    override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        let left = path.value(of: object1), right = path.value(of: object2)
        let order: ComparisonResult
        if let valueComparator, let left = unwrapped(left), let right = unwrapped(right) {
            order = valueComparator(left, right)
        } else {
            order = PredicateValue(left).sortOrder(to: PredicateValue(right))
        }
        return ascending ? order : order.reversed
    }

    override var reversedSortDescriptor: Any {
        KeySortDescriptor(path: path, ascending: !ascending, comparator: valueComparator)
    }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? KeySortDescriptor else { return false }
        return self === other
            || path == other.path && ascending == other.ascending
                && valueComparator == nil && other.valueComparator == nil
    }

    override var hash: Int { path.hashValue }

    override var description: String {
        "(\(path.text), \(ascending ? "ascending" : "descending"))"
    }
}

extension PredicateValue {
    /// The order in a sort: as in comparisons, with `nil` before all values, as in SQLite.
    func sortOrder(to other: PredicateValue) -> ComparisonResult {
        if let order = order(to: other, options: []) { return order }
        return ComparisonResult(isNull ? 0 : 1, other.isNull ? 0 : 1)
    }
}

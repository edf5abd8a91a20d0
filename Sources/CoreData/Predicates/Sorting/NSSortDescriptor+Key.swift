import Foundation

/// Carries the initializers that Foundation on Linux marks unavailable, see `PredicateFormatting`.
public protocol SortDescriptorKeys {}

extension NSSortDescriptor: SortDescriptorKeys {}

extension SortDescriptorKeys where Self: NSSortDescriptor {
    /// Makes a descriptor that sorts by a key path; `nil` comes first in ascending order.
    public init(key: String, ascending: Bool) {
        // Traps for a subclass, of which this cannot make an instance.
        self = KeySortDescriptor(path: PropertyPath(key), ascending: ascending) as! Self
    }

    /// Makes a descriptor that sorts by a key path and a comparator, in memory only.
    public init(key: String, ascending: Bool, comparator: @escaping Comparator) {
        self =
            KeySortDescriptor(path: PropertyPath(key), ascending: ascending, comparator: comparator)
            as! Self
    }
}

extension NSSortDescriptor {
    /// The key path of the descriptor; `nil` for a Swift key path whose name is unknown.
    public var key: String? {
        if let descriptor = self as? KeySortDescriptor { return descriptor.path.text }
        let root = type(of: keyPath).rootType
        return (root as? any KeyPathNaming.Type)?.name(of: keyPath)
    }
}

extension NSSortDescriptor {
    /// The descriptor with its key as text.
    ///
    /// Foundation's own, made from a Swift key path, compares only some types, which on Linux
    /// include neither optionals nor dates.
    var named: NSSortDescriptor {
        guard !(self is KeySortDescriptor), let key else { return self }
        return KeySortDescriptor(path: PropertyPath(key), ascending: ascending)
    }
}

extension [NSSortDescriptor] {
    /// The order of two objects by the first descriptor for which they differ.
    package func compare(_ left: Any, to right: Any) -> ComparisonResult {
        for descriptor in self {
            let order = descriptor.compare(left, to: right)
            if order != .orderedSame { return order }
        }
        return .orderedSame
    }
}

import Foundation

/// Carries the initializers that Foundation on Linux marks unavailable, see `PredicateFormatting`.
public protocol SortDescriptorKeys {}

extension NSSortDescriptor: SortDescriptorKeys {}

extension SortDescriptorKeys where Self: NSSortDescriptor {
    /// Makes a descriptor that sorts by a key path; `nil` comes first when ascending.
    public init(key: String, ascending: Bool) {
        self = KeySortDescriptor(path: PropertyPath(key), ascending: ascending) as! Self
    }

    /// Makes a descriptor that sorts by a key path with an order of its own, in memory only.
    public init(key: String, ascending: Bool, comparator: @escaping Comparator) {
        self =
            KeySortDescriptor(path: PropertyPath(key), ascending: ascending, comparator: comparator)
            as! Self
    }
}

extension NSSortDescriptor {
    /// The key path by which is sorted; `nil` for a Swift key path that nobody knows the name of.
    public var key: String? {
        if let descriptor = self as? KeySortDescriptor { return descriptor.path.text }
        let root = type(of: keyPath).rootType
        return (root as? any KeyPathNaming.Type)?.name(of: keyPath)
    }
}

extension NSSortDescriptor {
    /// The descriptor in the form that knows its key: Foundation's own, made of a Swift key path,
    /// compares only what it knows, which neither optionals nor dates are on Linux.
    var named: NSSortDescriptor {
        guard !(self is KeySortDescriptor), let key else { return self }
        return KeySortDescriptor(path: PropertyPath(key), ascending: ascending)
    }
}

extension [NSSortDescriptor] {
    /// The order of two objects by these descriptors, the first that tells them apart deciding.
    package func compare(_ left: Any, to right: Any) -> ComparisonResult {
        for descriptor in self {
            let order = descriptor.compare(left, to: right)
            if order != .orderedSame { return order }
        }
        return .orderedSame
    }
}

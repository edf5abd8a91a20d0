import Foundation

/// The first objects of many in the order of sort descriptors.
///
/// Each object's sort values are read once, and only the objects of a page are kept: with thousands
/// of unsaved insertions and a page of forty, one comparison rejects nearly all. Equal objects stay
/// in the order they were added.
struct SortedSelection {
    private struct Entry {
        let object: NSManagedObject
        let values: [PredicateValue]
    }

    private let descriptors: [NSSortDescriptor]
    /// The number of objects to keep; 0 keeps all.
    private let limit: Int
    private var entries: [Entry] = []

    init(_ descriptors: [NSSortDescriptor], limit: Int) {
        self.descriptors = descriptors
        self.limit = limit
    }

    var objects: [NSManagedObject] {
        guard limit == 0 else { return entries.map(\.object) }
        return entries.enumerated().sorted { left, right in
            if isBefore(left.element, right.element) { return true }
            return left.offset < right.offset && !isBefore(right.element, left.element)
        }.map(\.element.object)
    }

    mutating func add(_ object: NSManagedObject) {
        let entry = Entry(object: object, values: values(of: object))
        guard limit > 0 else { return entries.append(entry) }
        let isFull = entries.count == limit
        if isFull, !isBefore(entry, entries[limit - 1]) { return }
        // Insert behind equal objects, which keeps their order.
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(entry, entries[middle]) { high = middle } else { low = middle + 1 }
        }
        entries.insert(entry, at: low)
        if isFull { entries.removeLast() }
    }

    private func isBefore(_ left: Entry, _ right: Entry) -> Bool {
        for (index, descriptor) in descriptors.enumerated() {
            let order = order(left, right, index, descriptor)
            if order != .orderedSame { return order == .orderedAscending }
        }
        return false
    }

    private func order(
        _ left: Entry, _ right: Entry, _ index: Int, _ descriptor: NSSortDescriptor
    ) -> ComparisonResult {
        guard Self.path(of: descriptor) != nil else {
            return descriptor.compare(left.object, to: right.object)
        }
        let order = left.values[index].sortOrder(to: right.values[index])
        return descriptor.ascending ? order : order.reversed
    }

    private func values(of object: NSManagedObject) -> [PredicateValue] {
        descriptors.map { descriptor in
            guard let path = Self.path(of: descriptor) else { return .null }
            return PredicateValue(
                path.components.count == 1
                    ? object.read(path.components[0]) : path.value(of: object))
        }
    }

    /// The path of a plain key; `nil` for a descriptor with a comparator of its own.
    private static func path(of descriptor: NSSortDescriptor) -> PropertyPath? {
        guard let descriptor = descriptor as? KeySortDescriptor,
            descriptor.valueComparator == nil, !descriptor.path.text.hasPrefix("@")
        else { return nil }
        return descriptor.path
    }
}
